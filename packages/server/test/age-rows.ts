import type { Database } from '../src/platform/db/index.ts';

/** Columns of each table. */
export type AgedColumns = Readonly<Record<string, readonly string[]>>;

/** Moves rows that are checked against the database's own clock into the past. */
export async function ageRows(db: Database, seconds: number, aged: AgedColumns): Promise<void> {
  for (const [table, columns] of Object.entries(aged))
    await db.transaction(async (tx) => {
      await tx.query(`alter table ${table} disable trigger user`);
      const changes = columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`);
      await tx.query(`update ${table} set ${changes.join(', ')}`, [seconds]);
      await tx.query(`alter table ${table} enable trigger user`);
    });
}

/** The times by which the income of an app is judged. */
export const ledgerTimes: AgedColumns = { ledger_postings: ['created_at'], ledger_accounts: ['moved_at'] };
