import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { newPostingId } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import { describeForAdmin } from './describe-settlement.ts';
import { personOf } from './persons.ts';
import type { SettlementDeps } from './settlement-deps.ts';
import { findSettlement, isInSuspense, postEnd, type Ended, type Settlement } from './settlements.store.ts';

export interface Outcome {
  readonly id: string;
  readonly reference: string;
  readonly reason: string | null;
  readonly actor: string;
  readonly origin: AuditOrigin | null;
}

export type EndDeps = Pick<SettlementDeps, 'db' | 'clock' | 'ids' | 'sealer' | 'mode'>;

/** An administrator has seen on the bank statement that a settlement has arrived. */
export function markSettlementPaid(deps: EndDeps, outcome: Outcome) {
  return decideByHand(deps, outcome, 'paid');
}

/** It has not arrived, or the bank sent it back later. The money returns to the escrow or to suspense. */
export function markSettlementFailed(deps: EndDeps, outcome: Outcome) {
  return decideByHand(deps, outcome, 'failed');
}

async function decideByHand(deps: EndDeps, outcome: Outcome, to: 'paid' | 'failed') {
  // Step-up proves a person; a machine credential gives none.
  if (outcome.actor.startsWith('machine:')) throw refuse('person_needed');
  return deps.db.transaction(async (tx) => {
    const settlement = await findSettlement(tx, outcome.id);
    if (!settlement) throw refuse('settlement_not_found');
    const by = personOf(outcome.actor);
    const { outcome: result, before } = await endAndTell(deps, tx, settlement, { ...outcome, to, by });
    if (result === 'own_app' || result === 'same_person') throw refuse(result);
    if (result === 'with_provider') throw refuse('settlement_with_provider');
    if (result !== 'done') throw refuse('settlement_ended', { status: before });
    const ended = await findSettlement(tx, settlement.id);
    return describeForAdmin(deps.sealer, ended ?? impossible(`settlement ${settlement.id} is missing`));
  });
}

interface Told {
  readonly to: 'paid' | 'failed';
  /** The person, or `provider`. */
  readonly by: string;
  readonly reference: string;
  readonly reason: string | null;
  readonly actor: string;
  readonly origin: AuditOrigin | null;
}

/** Ends a settlement in the books, and tells its owner and the audit log. */
export async function endAndTell(
  deps: Pick<EndDeps, 'clock' | 'ids'>,
  tx: Tx,
  settlement: Settlement,
  told: Told,
): Promise<Ended> {
  const { id, clientId, amount, ownerId } = settlement;
  const { to, by, reference, reason, actor, origin } = told;
  const now = deps.clock.now();
  const postingId = newPostingId(deps.clock, deps.ids);
  const ended = await postEnd(tx, { id, postingId, to, by, reference, reason }, now);
  if (ended.outcome !== 'done') return ended;
  await recordAudit(tx, {
    at: now,
    identityId: ownerId,
    actor,
    action: `settlement.${to}`,
    target: id,
    details: { app: clientId, amount: Number(amount), reference, ...(reason === null ? {} : { reason }) },
    origin,
  });
  if (settlement.owner === null) return ended;
  const data = { id, clientId, name: settlement.app, amount: Number(amount), last4: settlement.last4 };
  if (to === 'paid') await notifyOwner(tx, { identityId: ownerId, type: 'settlement.paid', data, now });
  else
    await notifyOwner(tx, {
      identityId: ownerId,
      type: 'settlement.failed',
      data: {
        ...data,
        reason: reason ?? '',
        ...((await isInSuspense(tx, id)) ? { to: 'suspense' as const } : {}),
      },
      now,
    });
  return ended;
}
