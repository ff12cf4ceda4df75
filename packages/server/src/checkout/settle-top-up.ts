import { recordAudit } from '../audit/index.ts';
import { lockAccounts, newPostingId, platformAccounts, post } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import { sqlState, type Database, type Tx } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import type { PaymentState } from './payment-provider.ts';
import {
  findTopUp,
  lockTopUp,
  markEnded,
  markPaid,
  markRefunded,
  totalOf,
  type TopUp,
} from './topups.store.ts';

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
    const { fees, paymentClearing, providerFees, receivables } = platformAccounts;
    const known = (await findTopUp(tx, id))!;
    // Accounts before the top-up's own row, as everywhere.
    await lockAccounts(tx, [
      known.accountId,
      fees,
      paymentClearing,
      providerFees,
      receivables,
      ...(known.appAccountId === null ? [] : [known.appAccountId]),
    ]);
    const topUp = await lockTopUp(tx, id);
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
  await audit(tx, topUp, 'topup.paid', now, {
    amount: String(topUp.amount),
    provider: topUp.provider,
    late: topUp.status !== 'pending',
  });
}

/**
 * The provider has given money back to the payer. It is taken from the credited amount first, then from the fees; what a
 * balance does not hold any more is owed to the platform, because no balance may fall below zero.
 */
async function clawBack(deps: SettleDeps, tx: Tx, topUp: TopUp, refunded: bigint, now: Date): Promise<void> {
  const total = totalOf(topUp);
  const until = refunded < total ? refunded : total;
  const parts: { account: bigint; amount: bigint }[] = [
    { account: platformAccounts.paymentClearing, amount: until - topUp.refunded },
  ];
  let from = 0n;
  const shares = [
    [topUp.accountId, topUp.amount],
    [topUp.appAccountId, topUp.appFee],
    [platformAccounts.providerFees, topUp.providerFee],
    [platformAccounts.fees, topUp.globalFee],
  ] as const;
  for (const [account, share] of shares) {
    const taken = smaller(until, from + share) - larger(topUp.refunded, from);
    if (account !== null && taken > 0n) parts.push({ account, amount: -taken });
    from += share;
  }
  const fromUser = -(parts.find(({ account }) => account === topUp.accountId)?.amount ?? 0n);
  const { receivable } = await post(
    tx,
    {
      id: newPostingId(deps.clock, deps.ids),
      type: 'refund',
      payer: topUp.accountId,
      payee: null,
      app: topUp.appAccountId,
      amount: fromUser,
      reference: topUp.id,
      entries: parts,
      capped: true,
    },
    now,
  );
  await markRefunded(tx, topUp.id, until, receivable, until === total);
  await audit(tx, topUp, 'topup.refunded', now, {
    refunded: String(until),
    receivable: String(receivable),
    provider: topUp.provider,
  });
  if (receivable > 0n) deps.onAnomaly?.('receivable');
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
    await audit(tx, topUp, `topup.${status}`, now, {});
}

async function noteAnomaly(
  deps: SettleDeps,
  tx: Tx,
  topUp: TopUp,
  reason: string,
  state: Paid,
): Promise<void> {
  deps.onAnomaly?.(reason);
  await audit(tx, topUp, 'topup.anomaly', deps.clock.now(), {
    reason,
    paymentId: state.paymentId,
    amount: String(state.amount),
    currency: state.currency,
    provider: topUp.provider,
  });
}

async function audit(
  tx: Tx,
  topUp: TopUp,
  action: string,
  at: Date,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, {
    at,
    identityId: topUp.identityId,
    actor: 'service',
    action,
    target: topUp.id,
    details,
    origin: null,
  });
}

const smaller = (left: bigint, right: bigint) => (left < right ? left : right);
const larger = (left: bigint, right: bigint) => (left > right ? left : right);
