import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { lockAccounts, newPostingId, platformAccounts, post } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { Ids } from '../platform/ids.ts';
import { findTopUp, lockTopUp, markRefunded, totalOf, type TopUp } from './topups.store.ts';

export interface ClawBackDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Something that an operator must look at. */
  onAnomaly?(reason: string): void;
}

/** An operator's word, where the provider's own has not come. */
export interface ClawBackOrder {
  readonly actor: string;
  readonly reason: string;
  readonly origin: AuditOrigin | null;
}

/** Accounts before the top-up's own row, as everywhere. The top-up exists. */
export async function lockForPosting(tx: Tx, id: string): Promise<TopUp> {
  const { fees, paymentClearing, providerFees, receivables } = platformAccounts;
  const known = (await findTopUp(tx, id)) ?? impossible(`top-up ${id} is missing`);
  await lockAccounts(tx, [
    known.accountId,
    fees,
    paymentClearing,
    providerFees,
    receivables,
    ...(known.appAccountId === null ? [] : [known.appAccountId]),
  ]);
  return lockTopUp(tx, id);
}

/**
 * The provider has given money back to the payer. It is taken from the credited amount first, then from the fees; what a
 * balance does not hold any more is owed to the platform, because no balance may fall below zero.
 */
export async function clawBack(
  deps: ClawBackDeps,
  tx: Tx,
  topUp: TopUp,
  refunded: bigint,
  now: Date,
  order: ClawBackOrder | null = null,
): Promise<void> {
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
  const details = {
    refunded: String(until),
    receivable: String(receivable),
    provider: topUp.provider,
    ...(order ? { reason: order.reason } : {}),
  };
  await auditTopUp(tx, topUp, 'topup.refunded', now, details, order);
  if (receivable > 0n) deps.onAnomaly?.('receivable');
}

export async function auditTopUp(
  tx: Tx,
  topUp: TopUp,
  action: string,
  at: Date,
  details: Record<string, unknown>,
  by: Pick<ClawBackOrder, 'actor' | 'origin'> | null = null,
): Promise<void> {
  await recordAudit(tx, {
    at,
    identityId: topUp.identityId,
    actor: by?.actor ?? 'service',
    action,
    target: topUp.id,
    details,
    origin: by?.origin ?? null,
  });
}

const smaller = (left: bigint, right: bigint) => (left < right ? left : right);
const larger = (left: bigint, right: bigint) => (left > right ? left : right);
