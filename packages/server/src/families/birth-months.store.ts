import type { Queryable, Tx } from '../platform/db/index.ts';

export interface SealedMonth {
  /** Empty after the master key was lost. */
  readonly bytes: Buffer;
  readonly masterKey: string;
  readonly setAt: Date;
}

export async function findBirthMonth(db: Queryable, identityId: string): Promise<SealedMonth | null> {
  const { rows } = await db.query<SealedMonth>(
    'select birth_month as bytes, master_key as "masterKey", set_at as "setAt" from family_birth_months where identity_id = $1',
    [identityId],
  );
  return rows[0] ?? null;
}

interface NewMonth {
  readonly identityId: string;
  readonly bytes: Buffer;
  readonly masterKey: string;
  readonly now: Date;
}

/** Of several concurrent inserts for a player, one succeeds; the others return false. */
export async function insertBirthMonth(tx: Tx, month: NewMonth): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into family_birth_months (identity_id, birth_month, master_key, set_at) values ($1, $2, $3, $4) on conflict (identity_id) do nothing`,
    [month.identityId, month.bytes, month.masterKey, month.now],
  );
  return rowCount === 1;
}

export async function replaceBirthMonth(tx: Tx, month: NewMonth): Promise<void> {
  await tx.query(
    `insert into family_birth_months (identity_id, birth_month, master_key, set_at) values ($1, $2, $3, $4)
     on conflict (identity_id) do update set birth_month = excluded.birth_month, master_key = excluded.master_key, set_at = excluded.set_at`,
    [month.identityId, month.bytes, month.masterKey, month.now],
  );
}

export async function deleteBirthMonth(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from family_birth_months where identity_id = $1', [identityId]);
}

export async function countLostMonths(db: Queryable, masterKeys: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    "select count(*) from family_birth_months where birth_month <> '' and master_key = any($1)",
    [masterKeys],
  );
  return Number(rows[0]!.count);
}

/** Empties months that no master key opens any more. Ages are judged as before. Returns how many. */
export async function dropLostMonths(
  db: Queryable,
  masterKeys: readonly string[],
  most: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `update family_birth_months set birth_month = '' where identity_id in (
       select identity_id from family_birth_months where birth_month <> '' and master_key = any($1) limit $2)`,
    [masterKeys, most],
  );
  return rowCount ?? 0;
}
