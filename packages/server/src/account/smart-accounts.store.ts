import type { Queryable, Tx } from '../platform/db/index.ts';

interface KnownAuthority {
  readonly identityId: string;
  readonly authority: Uint8Array;
  /** Counts rotations, so that an older observation never replaces a newer one. */
  readonly epoch: number;
  readonly now: Date;
}

/** What was seen on the chain; an observation of an earlier epoch changes nothing. */
export async function observeAuthority(db: Queryable, known: KnownAuthority): Promise<void> {
  await db.query(
    `insert into smart_accounts (identity_id, authority, epoch, updated_at) values ($1, $2, $3, $4)
     on conflict (identity_id) do update set authority = excluded.authority, epoch = excluded.epoch, updated_at = excluded.updated_at
       where smart_accounts.epoch < excluded.epoch`,
    [known.identityId, Buffer.from(known.authority), known.epoch, known.now],
  );
}

/** Goes back to the authority before a rotation that the chain has dropped. */
export async function revertAuthority(tx: Tx, known: KnownAuthority): Promise<void> {
  await tx.query(
    'update smart_accounts set authority = $2, epoch = $3, updated_at = $4 where identity_id = $1',
    [known.identityId, Buffer.from(known.authority), known.epoch, known.now],
  );
}

export async function forgetAuthority(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from smart_accounts where identity_id = $1', [identityId]);
}

export async function findAuthority(
  db: Queryable,
  identityId: string,
): Promise<{ authority: Buffer; epoch: number } | null> {
  const { rows } = await db.query<{ authority: Buffer; epoch: number }>(
    'select authority, epoch from smart_accounts where identity_id = $1',
    [identityId],
  );
  return rows[0] ?? null;
}
