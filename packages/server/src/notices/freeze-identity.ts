import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { unixSeconds } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { beginFreeze } from './freezes.store.ts';
import { notifyOwner } from './notify-owner.ts';

const hourMillis = 3_600_000;
const freezeMillis = 72 * hourMillis;
/** A thief who can read the player's mail must not be able to keep the player frozen permanently. */
export const againMillis = 7 * 24 * hourMillis;

export interface FreezeDeps extends Needs<'db' | 'clock'> {
  /** Ends every session of an identity, in the same transaction. */
  endSessions(tx: Tx, identityId: string, now: Date): Promise<void>;
  /** Restarts the delay of a pending recovery in the database at the end of the freeze. */
  delayRecovery(tx: Tx, identityId: string, freeze: { from: Date; until: Date }): Promise<void>;
}

/**
 * The button of a signed-in player. A thief of the session can press it too, so it allows one freeze in seven days,
 * like the link.
 */
export async function freezeIdentity(
  deps: FreezeDeps,
  { caller, origin }: { caller: UserCaller; origin: AuditOrigin },
): Promise<number> {
  const now = deps.clock.now();
  const { identityId, pid: actor } = caller;
  // mutant (notices/freeze): now.getTime() - againMillis => now.getTime()
  const again = new Date(now.getTime() - againMillis);
  return deps.db.transaction((tx) =>
    freeze(tx, deps, { identityId, now, again, actor, by: 'player', origin }),
  );
}

/** `again`: the last freeze must have begun before this time. */
export async function freeze(
  tx: Tx,
  deps: FreezeDeps,
  input: {
    identityId: string;
    now: Date;
    again: Date;
    actor: string;
    by: 'link' | 'player';
    origin: AuditOrigin;
  },
): Promise<number> {
  const { identityId, now, again, actor, by, origin } = input;
  const until = new Date(now.getTime() + freezeMillis);
  const holdAgain = new Date(now.getTime() - againMillis);
  const begun = await beginFreeze(tx, { identityId, now, until, again, holdAgain });
  if (!begun) throw refuse('frozen_lately');
  if (begun.holdsRecovery) await deps.delayRecovery(tx, identityId, { from: now, until });
  await deps.endSessions(tx, identityId, now);
  const details = { until: until.toISOString(), by };
  await recordAudit(tx, { at: now, identityId, actor, action: 'identity.frozen', details, origin });
  await notifyOwner(tx, { identityId, now, type: 'freeze.begun', data: details });
  return unixSeconds(until);
}
