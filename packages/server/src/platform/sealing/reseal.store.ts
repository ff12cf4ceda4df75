import type { Queryable } from '../db/index.ts';
import { SealingError } from './master-key.ts';
import { opened, type SealedColumn, type SealedRow } from './sealed-columns.ts';
import type { Sealer } from './sealer.ts';

/** The secrets that another master key sealed. Erased ones are left out. */
const foreign = ({ table, column }: SealedColumn) =>
  `from ${table} where ${column} <> '' and master_key is distinct from $1`;

export async function countToReseal(
  db: Queryable,
  sealer: Sealer,
  columns: readonly SealedColumn[],
): Promise<number> {
  let count = 0;
  for (const column of columns) {
    const { rows } = await db.query<{ count: bigint }>(`select count(*) ${foreign(column)}`, [
      sealer.masterKey,
    ]);
    count += Number(rows[0]!.count);
  }
  return count;
}

/** The sealed secrets by master key. Erased ones are left out. */
export async function countByMasterKey(
  db: Queryable,
  columns: readonly SealedColumn[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, column } of columns) {
    const { rows } = await db.query<{ key: string; count: bigint }>(
      `select master_key as key, count(*) from ${table} where ${column} <> '' and master_key is not null group by master_key`,
    );
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + Number(count));
  }
  return counts;
}

const roundsMax = 10;

/**
 * Seals the secrets of another master key with the current one, batch by batch. Each batch commits, so an
 * interrupted run loses nothing: what is left still opens with the other key. `onBatch` is called with the number
 * so far and may throw to stop.
 */
export async function resealBatches(
  db: Queryable,
  sealer: Sealer,
  columns: readonly SealedColumn[],
  { batchRows, onBatch }: { readonly batchRows: number; onBatch(count: number): void },
): Promise<number> {
  let count = 0;
  for (const column of columns) {
    const type = await typeOfName(db, column);
    // A secret that another process changes meanwhile is read again in the next round, because that process may
    // still seal with the other key.
    for (let round = 1; ; round += 1) {
      let rows = await nextRows(db, sealer, column, { type, after: null, batchRows });
      if (rows.length === 0) break;
      if (round > roundsMax)
        throw new SealingError(
          `The secrets of ${column.table} keep changing: run \`pid keys reseal\` again.`,
        );
      while (rows.length > 0) {
        onBatch(count);
        count += await resealRows(db, sealer, column, { type, rows });
        rows = await nextRows(db, sealer, column, { type, after: rows.at(-1)!.name, batchRows });
      }
    }
  }
  onBatch(count);
  return count;
}

async function typeOfName(db: Queryable, { table, nameColumn }: SealedColumn): Promise<string> {
  const { rows } = await db.query<{ type: string }>(
    'select atttypid::regtype::text as type from pg_attribute where attrelid = $1::regclass and attname = $2',
    [table, plain(nameColumn)],
  );
  return rows[0]!.type;
}

async function nextRows(
  db: Queryable,
  sealer: Sealer,
  column: SealedColumn,
  {
    type,
    after,
    batchRows,
  }: { readonly type: string; readonly after: string | null; readonly batchRows: number },
): Promise<SealedRow[]> {
  const { rows } = await db.query<SealedRow>(
    `select ${column.nameColumn}::text as name, ${column.column} as bytes, master_key ${foreign(column)}
       ${after === null ? '' : `and ${column.nameColumn} > $3::${type}`}
     order by ${column.nameColumn} limit $2`,
    [sealer.masterKey, batchRows, ...(after === null ? [] : [after])],
  );
  return rows;
}

async function resealRows(
  db: Queryable,
  sealer: Sealer,
  column: SealedColumn,
  { type, rows }: { readonly type: string; readonly rows: readonly SealedRow[] },
): Promise<number> {
  const { table, nameColumn } = column;
  const sealed = rows.map((row) => sealer.seal({ table, name: row.name }, opened(sealer, column, row)));
  // mutant (platform/sealing/reseal): and t.${column.column} = n.before => and n.before is not null
  const { rowCount } = await db.query(
    `update ${table} t set ${column.column} = n.bytes, master_key = $4
     from unnest($1::${type}[], $2::bytea[], $3::bytea[]) as n (name, before, bytes)
     where t.${plain(nameColumn)} = n.name and t.${column.column} = n.before`,
    [
      rows.map(({ name }) => name),
      rows.map(({ bytes }) => bytes),
      sealed.map(({ bytes }) => bytes),
      sealer.masterKey,
    ],
  );
  return rowCount ?? 0;
}

/** Without the name of its table. */
function plain(nameColumn: string): string {
  return nameColumn.slice(nameColumn.lastIndexOf('.') + 1);
}
