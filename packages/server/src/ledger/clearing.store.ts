import type { Queryable } from '../platform/db/index.ts';
import { platformAccounts } from './platform-accounts.ts';
import { versionRange } from './statement.store.ts';

/** Money that a provider received for us, or returned to a payer, as we booked it. */
export interface ClearingEntry {
  readonly version: bigint;
  readonly kind: 'charge' | 'refund';
  readonly topUpId: string;
  readonly amount: bigint;
  readonly at: Date;
}

/** A batch takes a fraction of the statement timeout. */
const batchMost = 5000;

/** Yields the payments and refunds that were booked from a moment on and before another, oldest first, in batches. */
export async function* clearingEntries(
  db: Queryable,
  from: Date,
  until: Date,
): AsyncGenerator<readonly ClearingEntry[]> {
  // Times of postings are whole milliseconds.
  const last = new Date(until.getTime() - 1);
  let { above, upTo } = await versionRange(db, platformAccounts.paymentClearing, from, last);
  for (;;) {
    const { rows } = await db.query<ClearingEntry>(
      `select e.version, case when e.amount < 0 then 'charge' else 'refund' end as kind, p.reference as "topUpId", abs(e.amount) as amount, p.created_at as at
       from ledger_entries e join ledger_postings p on p.id = e.posting_id
       where e.account_id = $1 and e.version > $2 and e.version <= $3 and p.type in ('topup', 'suspense', 'refund') and p.reference is not null
       order by e.version limit $4`,
      [platformAccounts.paymentClearing, above, upTo, batchMost],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < batchMost) return;
    above = rows.at(-1)!.version;
  }
}
