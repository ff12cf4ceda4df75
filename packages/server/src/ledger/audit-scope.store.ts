import type { Queryable } from '../platform/db/index.ts';
import type { Seal } from './seals.store.ts';

/**
 * The rows that an audit checks, as SQL. The whole ledger begins with nothing. A part of it begins with the
 * closing balances of the last sealed month and has only the rows since then. The checks are the same.
 */
export interface AuditScope {
  /** The end of the sealed months; null if everything is checked. */
  readonly since: Date | null;
  /** `since` as an expression. */
  readonly cut: string;
  readonly postings: string;
  readonly entries: string;
  readonly keys: string;
  /** Payments, settlements and paid activations that may have changed since, with all their postings. */
  readonly payments: string;
  readonly postingsOfPayments: string;
  readonly settlements: string;
  readonly postingsOfSettlements: string;
  readonly operations: string;
  /** The state of an account at the beginning. */
  readonly opening: {
    /** The join that provides the columns below, for the rows that `needed` selects. */
    of(account: string, needed?: string): string;
    readonly version: string;
    readonly balance: string;
    readonly deposited: string;
  };
}

export const wholeLedger: AuditScope = {
  since: null,
  cut: "timestamptz '-infinity'",
  postings: 'ledger_postings',
  entries: 'ledger_entries',
  keys: 'ledger_keys',
  payments: 'payment_facts',
  postingsOfPayments: 'ledger_postings',
  settlements: 'settlement_facts',
  postingsOfSettlements: 'ledger_postings',
  operations: 'paid_operations',
  opening: {
    of: () => '',
    version: '0::bigint',
    balance: '0::bigint',
    deposited: '0::bigint',
  },
};

export const paymentTypes = "('payment', 'hold', 'capture', 'hold_return', 'payment_refund')";
export const settlementTypes = "('settlement', 'settlement_paid', 'settlement_return')";
export const activationTypes = "('activation', 'activation_return')";

/** The rows since the last sealed month, which are copied for the rest of the transaction. */
export async function ledgerSince(tx: Queryable, { month, until }: Seal): Promise<AuditScope> {
  await tx.query("select ledger_audit_since($1), set_config('jit', 'off', true)", [`${month}-01`]);
  const rowsOf = (table: string, view: string) =>
    `(select f.* from ${table} t join ${view} f on f.id = t.id)`;
  const postingsOf = (table: string, types: string) =>
    `(select p.* from ${table} t join ledger_postings p on p.reference = t.id and p.type in ${types})`;
  return {
    since: until,
    cut: `timestamptz '${until.toISOString()}'`,
    postings: 'audit_postings',
    entries: 'audit_entries',
    keys: 'audit_keys',
    payments: rowsOf('audit_payments', 'payment_facts'),
    postingsOfPayments: postingsOf('audit_payments', paymentTypes),
    settlements: rowsOf('audit_settlements', 'settlement_facts'),
    postingsOfSettlements: postingsOf('audit_settlements', settlementTypes),
    operations: rowsOf('audit_operations', 'paid_operations'),
    opening: {
      of: (account, needed = 'true') =>
        `left join lateral (select c.version, c.balance, c.deposited from ledger_closings c where ${needed} and c.account_id = ${account} and c.month <= '${month}-01' order by c.month desc limit 1) opening on true`,
      version: 'coalesce(opening.version, 0)',
      balance: 'coalesce(opening.balance, 0)',
      deposited: 'coalesce(opening.deposited, 0)',
    },
  };
}
