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

/** As `observeAuthority`, by finalized blocks; false when something of a later epoch was seen. */
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
 * Replaces what an operation has written by what finalized blocks say, also when that is an earlier epoch. False when something else
 * stands there by now: that was seen later.
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

/** Identities whose wallet is known to be activated, the next ones in the order of their ids. */
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
