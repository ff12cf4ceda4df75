import type { Tx } from '../src/platform/db/index.ts';

/** What a transaction has read of a table. */
export interface RowsRead {
  readonly scans: number;
  /** Rows that were found by an index. */
  readonly rows: number;
}

/** Returns what `work` reads of a table, by PostgreSQL's counters of the transaction. */
export async function rowsRead(tx: Tx, table: string, work: () => Promise<unknown>): Promise<RowsRead> {
  const read = async () => {
    const { rows } = await tx.query<{ scans: bigint; rows: bigint }>(
      'select seq_scan as scans, idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = $1',
      [table],
    );
    return rows[0]!;
  };
  // Earlier transactions of the connection can be counted too.
  const before = await read();
  await work();
  const after = await read();
  return { scans: Number(after.scans - before.scans), rows: Number(after.rows - before.rows) };
}
