import type { Queryable, Tx } from '../db/index.ts';
import { SealingError } from './master-key.ts';
import type { Sealer } from './sealer.ts';

/** A column of sealed values. The column `master_key` names the key; an empty value was erased. */
export interface SealedColumn {
  readonly table: string;
  readonly nameColumn: string;
  readonly column: string;
}

interface SealedRow {
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

async function read(db: Queryable, { table, nameColumn, column }: SealedColumn): Promise<SealedRow[]> {
  const { rows } = await db.query<SealedRow>(
    `select ${nameColumn} as name, ${column} as bytes, master_key from ${table} where ${column} <> '' order by ${nameColumn}`,
  );
  return rows;
}

async function write(
  tx: Tx,
  { table, nameColumn, column }: SealedColumn,
  sealer: Sealer,
  name: string,
  secret: Buffer,
): Promise<void> {
  const { bytes, masterKey } = sealer.seal({ table, name }, secret);
  await tx.query(`update ${table} set ${column} = $2, master_key = $3 where ${nameColumn} = $1`, [
    name,
    bytes,
    masterKey,
  ]);
}

export async function isSealed(db: Queryable, columns: readonly SealedColumn[]): Promise<boolean> {
  for (const column of columns)
    if ((await read(db, column)).some(({ master_key }) => master_key !== null)) return true;
  return false;
}

/** Seals the plaintext secrets. Returns their names. */
export async function sealClear(tx: Tx, sealer: Sealer, columns: readonly SealedColumn[]): Promise<string[]> {
  const names: string[] = [];
  for (const column of columns)
    for (const { name, bytes, master_key } of await read(tx, column)) {
      if (master_key !== null) continue;
      await write(tx, column, sealer, name, bytes);
      names.push(name);
    }
  return names;
}

/** Throws unless every sealed secret opens. */
export async function assertOpens(
  db: Queryable,
  sealer: Sealer,
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const column of columns)
    for (const row of await read(db, column)) if (row.master_key !== null) opened(sealer, column, row);
}

/** Seals the secrets of another master key with the current one. Returns how many. */
export async function reseal(tx: Tx, sealer: Sealer, columns: readonly SealedColumn[]): Promise<number> {
  let count = 0;
  for (const column of columns)
    for (const row of await read(tx, column)) {
      if (row.master_key === sealer.masterKey) continue;
      await write(tx, column, sealer, row.name, opened(sealer, column, row));
      count += 1;
    }
  return count;
}

function opened(sealer: Sealer, { table }: SealedColumn, row: SealedRow): Buffer {
  const secret = sealer.open({ table, name: row.name }, { bytes: row.bytes, masterKey: row.master_key });
  if (secret) return secret;
  throw new SealingError(
    `PID_MASTER_KEY (${sealer.masterKey}) does not open ${row.name} of ${table}, which the key ${row.master_key} sealed: start with that key, or name it in PID_MASTER_KEY_PREVIOUS until \`pid keys reseal\` has run.`,
  );
}
