import type { Queryable } from '../platform/db/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { feeRule } from './compute-fees.ts';
import { platformAccounts } from './platform-accounts.ts';

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
    | 'app_closed';
  /** The posting: this one, or the one that the key stands for. */
  readonly subject: string;
  /** What the payer has left, or had when it was too little. */
  readonly balance: bigint;
  readonly at: Date;
}

export interface BatchOptions {
  readonly now: Date;
  /** An earlier attempt at the same orders may have been committed. */
  readonly again: boolean;
  readonly balanceMax: bigint;
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
  const { rows } = await db.query<SendOutcome & { [column: string]: unknown }>({
    name: 'ledger_post_sends',
    text: 'select outcome, subject, balance, at from ledger_post_sends($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
    values: [
      options.now,
      options.again,
      feeRule.version,
      options.balanceMax,
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
    ],
  });
  return rows;
}

function touchedAccounts(orders: readonly SendOrder[]): bigint[] {
  const ids = new Set<bigint>();
  for (const { payer, payee, app } of orders) {
    ids.add(payer).add(payee);
    if (app !== null) ids.add(app);
  }
  const sorted = [...ids].toSorted((left, right) => (left < right ? -1 : 1));
  sorted.push(platformAccounts.fees);
  return sorted;
}

/** PostgreSQL's array literal; the driver's own writer escapes every number as if it were text. */
function plainArray(values: readonly (bigint | number | string)[]): string {
  return `{${values.join(',')}}`;
}

function quotedArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`;
}
