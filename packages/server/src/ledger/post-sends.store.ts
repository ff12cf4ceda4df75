import type { Queryable } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import type { FeeRule } from './compute-fees.ts';
import { feeAccountOf } from './platform-accounts.ts';

export interface SendOrder {
  /** Chosen before posting, so that a batch whose commit nobody saw can be posted again without being posted twice. */
  readonly id: string;
  readonly payer: bigint;
  readonly payee: bigint;
  readonly app: bigint | null;
  readonly amount: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
  readonly key: IdempotencyKey | null;
  readonly note: string | null;
  readonly proof: SendProof;
}

/** That it is the payer who asks: not shown; by a recent sign-in, where a step-up turns out to be needed; by a passkey over this very send. */
export type SendProof = 'none' | 'recent' | 'signed';
const proofNumbers: Record<SendProof, number> = { none: 0, recent: 1, signed: 2 };

/** What the operator allows at most, and where days begin. */
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
    | 'daily_limit';
  /** The posting: this one, or the one that the key stands for. */
  readonly subject: string;
  /** What the payer has left, or had when it was too little; or may still send today when that is too little. */
  readonly balance: bigint;
  /** A replay of this very order: its first attempt was committed unseen. */
  readonly own: boolean;
  readonly at: Date;
}

export interface BatchOptions {
  readonly now: Date;
  /** An earlier attempt at the same orders may have been committed. */
  readonly again: boolean;
  readonly feeRule: FeeRule;
  readonly balanceMax: bigint;
  readonly limits: SendLimits;
}

/** One statement, one commit, in the order given. No key may be in it twice for one payer. */
export async function postSends(
  db: Queryable,
  orders: readonly SendOrder[],
  options: BatchOptions,
): Promise<SendOutcome[]> {
  const accounts = touchedAccounts(orders);
  const position = new Map(accounts.map((id, index) => [id, index + 1]));
  const hasKeys = orders.some((order) => order.key !== null);
  // Through apps a pause is judged too, which the others need not wait for.
  const post = orders.some((order) => order.app !== null) ? 'ledger_post_app_sends' : 'ledger_post_sends';
  const { rows } = await db.query<Outcomes>({
    name: post,
    // One row for all: the driver takes longer over a hundred rows than the service over anything else here.
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
  return readOutcomes(rows[0] ?? impossible('sends without an outcome'), orders);
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
  // One for the whole batch: it is locked and written once.
  sorted.push(feeAccountOf(orders[0]!.id));
  return sorted;
}

/** PostgreSQL's array literal; the driver's own writer escapes every number as if it were text. */
function plainArray(values: readonly (bigint | number | string)[]): string {
  return `{${values.join(',')}}`;
}

function quotedArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`;
}
