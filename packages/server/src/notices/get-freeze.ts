import type { Reply } from '@pid/contract';
import { unixSeconds } from '../platform/clock.ts';
import { findFreeze } from './freezes.store.ts';
import type { LiftDeps } from './lift-freeze.ts';

/** Returns the end of the freeze of an identity, and whether its owner can lift it. */
export async function getFreeze(
  deps: Pick<LiftDeps, 'db' | 'clock' | 'hasCountingPasskey' | 'isRecoveredSince'>,
  identityId: string,
): Promise<Reply<'getFreeze'>> {
  const freeze = await findFreeze(deps.db, identityId, deps.clock.now());
  if (!freeze) return { since: null, until: null, liftable: false };
  return {
    since: unixSeconds(freeze.frozenAt),
    until: unixSeconds(freeze.until),
    liftable:
      (await deps.hasCountingPasskey(identityId)) &&
      !(await deps.isRecoveredSince(identityId, freeze.unbrokenSince)),
  };
}
