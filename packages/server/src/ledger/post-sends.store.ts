import type { Queryable } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import type { FamilyRefusal } from './families.store.ts';
import type { FeeRule } from './compute-fees.ts';
import { feeAccountOf } from './platform-accounts.ts';

export interface SendOrder {
  /**
   * Generated before posting, so that a batch with an unknown commit result can be posted again without
   * double posting.
   */
  readonly id: string;
  readonly payer: bigint;
  readonly payee: bigint;
  readonly app: bigint | null;
  readonly amount: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
  readonly key: IdempotencyKey | null;
  readonly note: string | null;
  readonly proof: PayerProof;
}

/**
 * How the payer confirmed: not at all, by a recent sign-in (used only if step-up turns out to be needed), or
 * by a passkey signature over this request.
 */
export type PayerProof = 'none' | 'recent' | 'signed';
/** The numbers that `ledger_judge_payer` takes. */
export const proofNumbers: Readonly<Record<PayerProof, number>> = { none: 0, recent: 1, signed: 2 };

/** The operator's maximum limits, and the time zone in which days begin. */
export interface SendLimits {
  readonly stepUpAmount: bigint;
  readonly dailyLimit: bigint;
  readonly timeZone: string;
}

export interface SendOutcome {
  readonly outcome:
    | 'posted'
    | 'replayed'
    | 'key_reused'
    | 'insufficient'
    | 'payer_closed'
    | 'payee_closed'
    | 'payee_full'
    | 'app_closed'
    | 'app_paused'
    | 'step_up_needed'
    | 'daily_limit'
    | Exclude<FamilyRefusal, 'parent_approval_needed'>;
  /** The id of this posting, or of the posting that the key refers to. */
  readonly subject: string;
  /**
   * The payer's balance after the send, the insufficient balance, or the amount that may still be sent today,
   * depending on the outcome.
   */
  readonly balance: bigint;
  /**
   * True if a replay refers to this order itself: its first attempt was committed, but the result was lost.
   */
  readonly own: boolean;
  readonly at: Date;
}

export interface BatchOptions {
  readonly now: Date;
  /** An earlier attempt with the same orders may have been committed. */
  readonly again: boolean;
  readonly feeRule: FeeRule;
  readonly balanceMax: bigint;
  readonly limits: SendLimits;
}

/**
 * Posts the orders in the given order, in one statement and one commit. A payer's key must not appear twice.
 */
export async function postSends(
  db: Queryable,
  orders: readonly SendOrder[],
  options: BatchOptions,
): Promise<SendOutcome[]> {
  const accounts = touchedAccounts(orders);
  const position = new Map(accounts.map((id, index) => [id, index + 1]));
  const hasKeys = orders.some((order) => order.key !== null);
  // Only sends through apps need the check for paused apps.
  const post = orders.some((order) => order.app !== null) ? 'ledger_post_app_sends' : 'ledger_post_sends';
  const { rows } = await db.query<Outcomes>({
    name: post,
    // One row for all outcomes, because parsing a hundred rows in the driver costs more than all other work
    // here.
    text: `select string_agg(outcome, ',' order by i) as outcomes, string_agg(coalesce(balance, 0)::text, ',' order by i) as balances,
        string_agg(case when outcome in ('replayed', 'key_reused') then subject::text else '' end, ',' order by i) as subjects, max(at) as at
      from ${post}($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) with ordinality
        as o(outcome, subject, balance, at, i)`,
    values: [
      options.now,
      options.again,
      options.feeRule.version,
      options.balanceMax,
      options.limits.stepUpAmount,
      options.limits.dailyLimit,
      options.limits.timeZone,
      plainArray(accounts),
      plainArray(orders.map((order) => order.id)),
      plainArray(orders.map((order) => position.get(order.payer)!)),
      plainArray(orders.map((order) => position.get(order.payee)!)),
      plainArray(orders.map((order) => (order.app === null ? 0 : position.get(order.app)!))),
      plainArray(orders.map((order) => order.amount)),
      plainArray(orders.map((order) => order.globalFee)),
      plainArray(orders.map((order) => order.appFee)),
      hasKeys ? quotedArray(orders.map((order) => order.key?.key ?? null)) : null,
      hasKeys
        ? quotedArray(
            orders.map((order) => (order.key ? `\\x${order.key.requestHash.toString('hex')}` : null)),
          )
        : null,
      quotedArray(orders.map((order) => order.note)),
      plainArray(orders.map((order) => proofNumbers[order.proof])),
    ],
  });
  return readOutcomes(rows[0] ?? impossible('the sends have no outcome'), orders);
}

interface Outcomes {
  readonly outcomes: string;
  readonly balances: string;
  readonly subjects: string;
  readonly at: Date;
}

function readOutcomes({ at, ...columns }: Outcomes, orders: readonly SendOrder[]): SendOutcome[] {
  const outcomes = columns.outcomes.split(',') as SendOutcome['outcome'][];
  const balances = columns.balances.split(',');
  const subjects = columns.subjects.split(',');
  if (outcomes.length !== orders.length)
    impossible(`${orders.length} sends have ${outcomes.length} outcomes`);
  return orders.map((order, index) => ({
    outcome: outcomes[index]!,
    subject: subjects[index] || order.id,
    own: !subjects[index] || subjects[index] === order.id,
    balance: BigInt(balances[index]!),
    at,
  }));
}

function touchedAccounts(orders: readonly SendOrder[]): bigint[] {
  const ids = new Set<bigint>();
  for (const { payer, payee, app } of orders) {
    ids.add(payer).add(payee);
    if (app !== null) ids.add(app);
  }
  const sorted = [...ids].toSorted((left, right) => (left < right ? -1 : 1));
  // One fee account for the whole batch, so that it is locked and written once.
  sorted.push(feeAccountOf(orders[0]!.id));
  return sorted;
}

/** Writes a PostgreSQL array literal. The driver would escape every number as text. */
function plainArray(values: readonly (bigint | number | string)[]): string {
  return `{${values.join(',')}}`;
}

function quotedArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`;
}
