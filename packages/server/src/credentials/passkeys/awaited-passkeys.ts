import { unixSeconds } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import { findAwaited } from './awaited-passkeys.store.ts';

/**
 * Refuses actions that a provider sign-in alone allows an identity without passkeys, while the passkey of a
 * recovery is awaited.
 */
export async function refuseWhileAwaited(db: Queryable, identityId: string, now: Date): Promise<void> {
  const until = await findAwaited(db, identityId, now);
  if (until) throw refuse('new_passkey_awaited', { until: unixSeconds(until) });
}
