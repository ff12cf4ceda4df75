import type { Queryable } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import { findAwaited } from './awaited-passkeys.store.ts';

/** Refuses what a sign-in at a provider may do for an identity without passkeys, while the passkey of a recovery is awaited. */
export async function refuseWhileAwaited(db: Queryable, identityId: string, now: Date): Promise<void> {
  const until = await findAwaited(db, identityId, now);
  if (until) throw refuse('new_passkey_awaited', { until: Math.ceil(until.getTime() / 1000) });
}
