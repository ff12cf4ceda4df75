import type { Queryable, Tx } from '../platform/db/index.ts';

interface KnownAuthority {
  readonly identityId: string;
  readonly authority: Uint8Array;
  /** Counts rotations, so that an older observation never replaces a newer one. */
  readonly epoch: number;
  readonly now: Date;
}

/** Stores the authority seen on the chain. An observation of an earlier epoch has no effect. */
export async function observeAuthority(db: Queryable, known: KnownAuthority): Promise<void> {
  await db.query(
    `insert into smart_accounts (identity_id, authority, epoch, updated_at) values ($1, $2, $3, $4)
     on conflict (identity_id) do update set authority = excluded.authority, epoch = excluded.epoch, updated_at = excluded.updated_at
       where smart_accounts.epoch < excluded.epoch`,
    [known.identityId, Buffer.from(known.authority), known.epoch, known.now],
  );
}

/**
 * Like `observeAuthority`, for observations in finalized blocks. Returns false if a later epoch is already
 * stored.
 */
export async function observeNewestAuthority(tx: Tx, known: KnownAuthority): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into smart_accounts (identity_id, authority, epoch, updated_at) values ($1, $2, $3, $4)
     on conflict (identity_id) do update set authority = excluded.authority, epoch = excluded.epoch, updated_at = excluded.updated_at
       where smart_accounts.epoch <= excluded.epoch`,
    [known.identityId, Buffer.from(known.authority), known.epoch, known.now],
  );
  return rowCount === 1;
}

/**
 * Replaces the authority that an operation wrote with the one in finalized blocks, even if its epoch is
 * earlier. Returns false if another value is stored by now, because that one was observed later.
 */
export async function correctAuthority(
  tx: Tx,
  input: {
    readonly identityId: string;
    readonly written: Pick<KnownAuthority, 'authority' | 'epoch'>;
    readonly onChain: Pick<KnownAuthority, 'authority' | 'epoch'>;
    readonly now: Date;
  },
): Promise<boolean> {
  const { identityId, written, onChain, now } = input;
  const { rowCount } = await tx.query(
    `update smart_accounts set authority = $4, epoch = $5, updated_at = $6
     where identity_id = $1 and authority = $2 and epoch = $3`,
    [
      identityId,
      Buffer.from(written.authority),
      written.epoch,
      Buffer.from(onChain.authority),
      onChain.epoch,
      now,
    ],
  );
  return rowCount === 1;
}

export async function forgetAuthority(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from smart_accounts where identity_id = $1', [identityId]);
}

/** Lists the next identities, by id, whose wallet is known to be activated. */
export async function listActivated(db: Queryable, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ identity_id: string }>(
    'select identity_id from smart_accounts where identity_id > $1 order by identity_id limit $2',
    [after, limit],
  );
  return rows.map((row) => row.identity_id);
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
