import type { Reply } from '@pid/contract';
import { findFreeze } from './freezes.store.ts';
import type { LiftDeps } from './lift-freeze.ts';

/** Until when an identity is frozen, and whether its owner can do something about it. */
export async function getFreeze(
  deps: Pick<LiftDeps, 'db' | 'clock' | 'hasCountingPasskey' | 'isRecoveredSince'>,
  identityId: string,
): Promise<Reply<'getFreeze'>> {
  const freeze = await findFreeze(deps.db, identityId, deps.clock.now());
  if (!freeze) return { since: null, until: null, liftable: false };
  return {
    since: unixOf(freeze.frozenAt),
    until: unixOf(freeze.until),
    liftable:
      (await deps.hasCountingPasskey(identityId)) &&
      !(await deps.isRecoveredSince(identityId, freeze.unbrokenSince)),
  };
}

/** Unix seconds, never too early. */
export function unixOf(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}
