import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { unixSeconds } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { beginFreeze, spendNotMeToken } from './freezes.store.ts';
import { notifyOwner } from './notify-owner.ts';

const hourMillis = 3_600_000;
const freezeMillis = 72 * hourMillis;
/** A thief who can read the player's mail must not be able to keep the player frozen permanently. */
const againMillis = 7 * 24 * hourMillis;

export interface FreezeDeps extends Needs<'db' | 'clock'> {
  /** Ends every session of an identity, in the same transaction. */
  endSessions(tx: Tx, identityId: string, now: Date): Promise<void>;
  /** Restarts the delay of a pending recovery in the database at the end of the freeze. */
  delayRecovery(tx: Tx, identityId: string, freeze: { from: Date; until: Date }): Promise<void>;
}

/**
 * "This was not me": the receiver of the mail ends all sessions and freezes the identity. The link needs no
 * session, so that it works even if a thief controls the account. For that reason it is single-use and allows
 * one freeze in seven days. Returns the end of the freeze in unix seconds.
 */
export async function notMe(
  deps: FreezeDeps,
  input: { token: string; signedInAs: string | null; origin: AuditOrigin },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const identityId = await spendNotMeToken(tx, sha256(input.token), now);
    if (!identityId) throw refuse('not_me_refused');
    const until = new Date(now.getTime() + freezeMillis);
    const isOwnSession = input.signedInAs === identityId;
    const again = isOwnSession ? now : new Date(now.getTime() - againMillis);
    // Throw inside the transaction: the rollback keeps the link usable for later.
    const holdAgain = new Date(now.getTime() - againMillis);
    const begun = await beginFreeze(tx, { identityId, now, until, again, holdAgain });
    if (!begun) throw refuse('frozen_lately');
    if (begun.holdsRecovery) await deps.delayRecovery(tx, identityId, { from: now, until });
    await deps.endSessions(tx, identityId, now);
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: 'owner of the mailbox',
      action: 'identity.frozen',
      details: { until: until.toISOString() },
      origin: input.origin,
    });
    await notifyOwner(tx, { identityId, now, type: 'freeze.begun', data: { until: until.toISOString() } });
    return unixSeconds(until);
  });
}
