import type { Queryable, Tx } from '../db/index.ts';
import { SealingError } from './master-key.ts';
import type { Sealer } from './sealer.ts';

/** A column of sealed values. The column `master_key` names the key; an empty value was erased. */
export interface SealedColumn {
  readonly table: string;
  readonly nameColumn: string;
  readonly column: string;
  /** Too many rows to open all of them at every start: one row of each key proves the key. */
  readonly isLarge?: true;
}

export interface SealedRow {
  name: string;
  bytes: Buffer;
  master_key: string | null;
}

// An arbitrary number that no other advisory lock of this database uses.
const sealingLock = 4_100_005;

/** Nodes that start concurrently and `pid keys reseal` take turns. */
export async function lockSealing(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [sealingLock]);
}

/** The rows that are not erased and for which `condition` holds: all of them by name, or any one. */
async function read(
  db: Queryable,
  { table, nameColumn, column }: SealedColumn,
  condition: string,
  { key, which = 'all' }: { readonly key?: string; readonly which?: 'all' | 'any' } = {},
): Promise<SealedRow[]> {
  const { rows } = await db.query<SealedRow>(
    `select ${nameColumn}::text as name, ${column} as bytes, master_key from ${table} where ${column} <> '' and ${condition}
     ${which === 'all' ? `order by ${nameColumn}` : 'limit 1'}`,
    key === undefined ? [] : [key],
  );
  return rows;
}

/** Returns false if the value has changed since it was read: it was replaced, erased or deleted. */
async function write(
  tx: Tx,
  { table, nameColumn, column }: SealedColumn,
  sealer: Sealer,
  { name, bytes: before }: SealedRow,
  secret: Buffer,
): Promise<boolean> {
  const { bytes, masterKey } = sealer.seal({ table, name }, secret);
  const { rowCount } = await tx.query(
    `update ${table} set ${column} = $2, master_key = $3 where ${nameColumn} = $1 and ${column} = $4`,
    [name, bytes, masterKey, before],
  );
  return rowCount === 1;
}

export async function isSealed(db: Queryable, columns: readonly SealedColumn[]): Promise<boolean> {
  for (const column of columns)
    if ((await read(db, column, 'master_key is not null', { which: 'any' })).length > 0) return true;
  return false;
}

/** Seals the plaintext secrets. Returns their names. */
export async function sealClear(tx: Tx, sealer: Sealer, columns: readonly SealedColumn[]): Promise<string[]> {
  const names: string[] = [];
  for (const column of columns)
    for (const row of await read(tx, column, 'master_key is null'))
      if (await write(tx, column, sealer, row, row.bytes)) names.push(row.name);
  return names;
}

/** Throws unless the sealed secrets open: every one, or in a large table one of each key. */
export async function assertOpens(
  db: Queryable,
  sealer: Sealer,
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const column of columns)
    for (const row of column.isLarge
      ? await readOnePerKey(db, column)
      : await read(db, column, 'master_key is not null'))
      opened(sealer, column, row);
}

async function readOnePerKey(db: Queryable, column: SealedColumn): Promise<SealedRow[]> {
  const { rows: keys } = await db.query<{ key: string }>(
    `select distinct master_key as key from ${column.table} where ${column.column} <> '' and master_key is not null`,
  );
  const rows: SealedRow[] = [];
  for (const { key } of keys)
    rows.push(...(await read(db, column, 'master_key = $1', { key, which: 'any' })));
  return rows;
}

export function opened(sealer: Sealer, { table }: SealedColumn, row: SealedRow): Buffer {
  const secret = sealer.open({ table, name: row.name }, { bytes: row.bytes, masterKey: row.master_key });
  if (secret) return secret;
  throw new SealingError(
    `PID_MASTER_KEY (${sealer.masterKey}) does not open ${row.name} of ${table}, which the key ${row.master_key} sealed: start with that key, or name it in PID_MASTER_KEY_PREVIOUS until \`pid keys reseal\` has run.`,
  );
}
