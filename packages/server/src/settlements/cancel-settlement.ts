import { recordAppAudit, recordAudit, type AuditOrigin } from '../audit/index.ts';
import { newPostingId } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { deleteBankAccount } from './bank-accounts.store.ts';
import { describeSettlement } from './describe-settlement.ts';
import { service } from './persons.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';
import {
  findSettlement,
  hasSent,
  leaveSettlements,
  postEnd,
  requestedOf,
  type Settlement,
} from './settlements.store.ts';

/** Returns a requested settlement to the escrow. */
export async function cancelSettlement(
  deps: SettlementDeps,
  caller: UserCaller,
  { clientId, id }: { readonly clientId: string; readonly id: string },
  origin: AuditOrigin,
) {
  await deps.apps.admit(deps.db, caller, clientId, 'cancelSettlement');
  const settlement = await findSettlement(deps.db, id);
  if (settlement?.clientId !== clientId) {
    refuseWhileOff(deps);
    throw refuse('settlement_not_found');
  }
  return deps.db.transaction(async (tx) => {
    // A paused app may cancel.
    await deps.apps.isPausedUnderLock(tx, clientId);
    const app = await deps.apps.admit(tx, caller, clientId, 'cancelSettlement');
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
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'settlement.cancelled',
        target: settlement.id,
        details: { app: clientId, amount: Number(settlement.amount) },
        origin,
      },
      app.ownerIdentityId,
    );
    const ended = await findSettlement(tx, id);
    return describeSettlement(ended ?? impossible(`settlement ${id} is missing`), 'finance');
  });
}

type CancelDeps = Pick<SettlementDeps, 'db' | 'clock' | 'ids'>;

/**
 * Cancels what was requested for these apps, before an administrator deletes their owner. A settlement that
 * was sent stays open and refuses the deletion.
 */
export async function cancelRequested(deps: CancelDeps, clientIds: readonly string[]): Promise<void> {
  for (const settlement of await requestedOf(deps.db, clientIds))
    await deps.db.transaction((tx) => cancelAsService(deps, tx, settlement, 'its owner is deleted'));
}

/** Money that is already on its way to the owner's bank must arrive before the app can lose its owner. */
export async function refuseWhileSent(db: Queryable, clientIds: readonly string[]): Promise<void> {
  if (await hasSent(db, clientIds)) throw refuse('settlements_under_way');
}

/**
 * Cancels what was requested and removes the bank account, in the transaction that gives the app to another
 * owner. The caller has locked the app, so that nothing is requested or sent meanwhile.
 */
export async function endWithOwnership(
  deps: CancelDeps,
  tx: Tx,
  { clientId, ownerId }: { readonly clientId: string; readonly ownerId: string },
): Promise<void> {
  await refuseWhileSent(tx, [clientId]);
  for (const settlement of await requestedOf(tx, [clientId]))
    await cancelAsService(deps, tx, settlement, 'the app is transferred');
  await leaveSettlements(tx, clientId, ownerId);
  await deleteBankAccount(tx, clientId);
}

async function cancelAsService(
  deps: CancelDeps,
  tx: Tx,
  { id, ownerId, clientId, amount }: Settlement,
  reason: string,
): Promise<void> {
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
    details: { app: clientId, amount: Number(amount), reason },
    origin: null,
  });
}
