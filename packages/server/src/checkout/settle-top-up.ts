import { newPostingId, platformAccounts, post } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import { sqlState, type Database, type Tx } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import { auditTopUp, clawBack, lockForPosting } from './claw-back.ts';
import type { PaymentState } from './payment-provider.ts';
import { lockTopUp, markEnded, markPaid, totalOf, type TopUp } from './topups.store.ts';

export interface SettleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Something that an operator must look at. */
  onAnomaly?(reason: string): void;
}

type Paid = Extract<PaymentState, { kind: 'paid' }>;

/** Brings a top-up to where the provider says it is. Any number of times, in any order, from any node: credited once. */
export async function settleTopUp(deps: SettleDeps, id: string, state: PaymentState): Promise<TopUp> {
  try {
    return await settle(deps, id, state);
  } catch (error) {
    if (state.kind !== 'paid' || sqlState(error) !== '23505') throw error;
    // The same payment has paid for another top-up: the unique index keeps it from paying twice.
    return deps.db.transaction(async (tx) => {
      const topUp = await lockTopUp(tx, id);
      await noteAnomaly(deps, tx, topUp, 'payment belongs to another top-up', state);
      return topUp;
    });
  }
}

async function settle(deps: SettleDeps, id: string, state: PaymentState): Promise<TopUp> {
  return deps.db.transaction(async (tx) => {
    const topUp = await lockForPosting(tx, id);
    const now = deps.clock.now();
    if (state.kind === 'paid') await settlePaid(deps, tx, topUp, state, now);
    else await settleUnpaid(tx, topUp, state.kind, now);
    return lockTopUp(tx, id);
  });
}

async function settlePaid(deps: SettleDeps, tx: Tx, topUp: TopUp, state: Paid, now: Date): Promise<void> {
  if (state.currency !== 'IDR' || state.amount !== totalOf(topUp)) {
    await noteAnomaly(deps, tx, topUp, 'paid another amount or currency', state);
    return;
  }
  if (topUp.paymentId !== null && topUp.paymentId !== state.paymentId) {
    await noteAnomaly(deps, tx, topUp, 'paid twice', state);
    return;
  }
  if (topUp.paymentId === null) await credit(deps, tx, topUp, state, now);
  if (state.refunded > topUp.refunded) await clawBack(deps, tx, topUp, state.refunded, now);
}

async function credit(deps: SettleDeps, tx: Tx, topUp: TopUp, state: Paid, now: Date): Promise<void> {
  await markPaid(tx, topUp.id, state, now);
  await post(
    tx,
    {
      id: newPostingId(deps.clock, deps.ids),
      type: 'topup',
      payer: null,
      payee: topUp.accountId,
      app: topUp.appAccountId,
      amount: topUp.amount,
      globalFee: topUp.globalFee,
      appFee: topUp.appFee,
      providerFee: topUp.providerFee,
      feeRule: topUp.feeRule,
      reference: topUp.id,
      entries: [
        { account: platformAccounts.paymentClearing, amount: -totalOf(topUp) },
        { account: topUp.accountId, amount: topUp.amount },
        { account: platformAccounts.fees, amount: topUp.globalFee },
        { account: platformAccounts.providerFees, amount: topUp.providerFee },
        ...(topUp.appAccountId === null ? [] : [{ account: topUp.appAccountId, amount: topUp.appFee }]),
      ],
    },
    now,
  );
  await auditTopUp(tx, topUp, 'topup.paid', now, {
    amount: String(topUp.amount),
    provider: topUp.provider,
    late: topUp.status !== 'pending',
  });
}

/** Pending beyond its time is expired, and money that comes later is credited all the same. */
async function settleUnpaid(
  tx: Tx,
  topUp: TopUp,
  kind: 'pending' | 'failed' | 'expired',
  now: Date,
): Promise<void> {
  const status = kind === 'pending' ? (now >= topUp.expiresAt ? 'expired' : null) : kind;
  if (status !== null && (await markEnded(tx, topUp.id, status)))
    await auditTopUp(tx, topUp, `topup.${status}`, now, {});
}

async function noteAnomaly(
  deps: SettleDeps,
  tx: Tx,
  topUp: TopUp,
  reason: string,
  state: Paid,
): Promise<void> {
  deps.onAnomaly?.(reason);
  await auditTopUp(tx, topUp, 'topup.anomaly', deps.clock.now(), {
    reason,
    paymentId: state.paymentId,
    amount: String(state.amount),
    currency: state.currency,
    provider: topUp.provider,
  });
}
