import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { beginFreeze, spendNotMeToken } from './freezes.store.ts';
import { unixOf } from './get-freeze.ts';
import { notifyOwner } from './notify-owner.ts';

const hourMillis = 3_600_000;
const freezeMillis = 72 * hourMillis;
/** Whoever reads somebody's mail must not be able to keep them frozen for ever. */
const againMillis = 7 * 24 * hourMillis;

export interface FreezeDeps extends Needs<'db' | 'clock'> {
  /** Ends every session of an identity, in the same transaction. */
  endSessions(tx: Tx, identityId: string, now: Date): Promise<void>;
  /** The delay of a recovery that the database keeps begins again when the freeze is over. */
  delayRecovery(tx: Tx, identityId: string, freeze: { from: Date; until: Date }): Promise<void>;
}

/**
 * "This was not me": whoever got the mail ends all sessions and freezes what could do harm. The link alone is enough, so that it works
 * when the account is in other hands; therefore it is good once, and one freeze in seven days is all that it gives. Returns when the
 * freeze ends, in unix seconds.
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
    // Thrown inside, so that the link stays good for when it may be used.
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
    return unixOf(until);
  });
}
