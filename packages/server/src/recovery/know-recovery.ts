import { findAuthority } from '../account/index.ts';
import { listAllPasskeys } from '../credentials/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Knowledge } from './recovery-states.ts';
import { listOpenAttempts, type Attempt } from './recovery.store.ts';
import { listSights, type KnownSight } from './sights.store.ts';

/** The knowledge of the service about a player's recovery, the input of `recovery-states.ts`. */
export interface Known extends Knowledge {
  readonly attempts: readonly Attempt[];
  readonly last: KnownSight | null;
}

export async function knowRecovery(db: Queryable, identityId: string): Promise<Known> {
  const attempts = await listOpenAttempts(db, [identityId]);
  const last = (await listSights(db, [identityId])).get(identityId) ?? null;
  const passkeys = await listAllPasskeys(db, identityId);
  const ownKeys = passkeys.flatMap(({ compressedKey, isLost }) => (isLost ? [] : [compressedKey]));
  const authority = last?.isOurs ? null : await findAuthority(db, identityId);
  const isOurs = last?.isOurs === true || ownKeys.some((key) => authority?.authority.equals(key) === true);
  const activeKeys = passkeys.flatMap(({ compressedKey, status }) =>
    status === 'active' ? [compressedKey] : [],
  );
  return { attempts, last, ownKeys, activeKeys, isOurs };
}
