import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { newPostingId, ownApp } from '../ledger/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { describeSettlement } from './describe-settlement.ts';
import { service } from './persons.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';
import { findSettlement, postEnd, requestedOf } from './settlements.store.ts';

/** Returns a requested settlement to the escrow. */
export async function cancelSettlement(
  deps: SettlementDeps,
  caller: UserCaller,
  { clientId, id }: { readonly clientId: string; readonly id: string },
  origin: AuditOrigin,
) {
  await ownApp(deps, caller, clientId);
  const settlement = await findSettlement(deps.db, id);
  if (settlement?.clientId !== clientId) {
    refuseWhileOff(deps);
    throw refuse('settlement_not_found');
  }
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const { outcome, before } = await postEnd(
      tx,
      {
        id: settlement.id,
        postingId: newPostingId(deps.clock, deps.ids),
        to: 'cancelled',
        by: caller.pid,
        reference: null,
        reason: null,
      },
      now,
    );
    if (outcome !== 'done') throw refuse('settlement_ended', { status: before });
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'settlement.cancelled',
      target: settlement.id,
      details: { app: clientId, amount: Number(settlement.amount) },
      origin,
    });
    return describeSettlement((await findSettlement(tx, id)) ?? impossible(`settlement ${id} is missing`));
  });
}

/**
 * Cancels what was requested for these apps, before an administrator deletes their owner. A settlement that
 * was sent stays open and refuses the deletion.
 */
export async function cancelRequested(
  deps: Pick<SettlementDeps, 'db' | 'clock' | 'ids'>,
  clientIds: readonly string[],
): Promise<void> {
  for (const settlement of await requestedOf(deps.db, clientIds))
    await deps.db.transaction(async (tx) => {
      const { id, ownerId, clientId, amount } = settlement;
      const now = deps.clock.now();
      const postingId = newPostingId(deps.clock, deps.ids);
      const ending = { id, postingId, to: 'cancelled', by: service, reference: null, reason: null } as const;
      const { outcome } = await postEnd(tx, ending, now);
      if (outcome !== 'done') return;
      await recordAudit(tx, {
        at: now,
        identityId: ownerId,
        actor: service,
        action: 'settlement.cancelled',
        target: id,
        details: { app: clientId, amount: Number(amount), reason: 'its owner is deleted' },
        origin: null,
      });
    });
}
