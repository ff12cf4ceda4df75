import type { Queryable, Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';

/** Remembers the first chain that was ever seen. Whoever comes first decides, for all nodes and for good. */
export async function pinGenesisHash(db: Queryable, found: string, now: Date): Promise<string> {
  // mutant (chain/chain.test): on conflict do nothing => on conflict ((true)) do update set genesis_hash = excluded.genesis_hash
  await db.query(
    'insert into chain_identity (genesis_hash, created_at) values ($1, $2) on conflict do nothing',
    [found, now],
  );
  return (await findGenesisHash(db)) ?? impossible('the pinned genesis hash vanished');
}

/** Of the chain that this database belongs to, or null while it never saw one. */
export async function findGenesisHash(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ genesis_hash: string }>('select genesis_hash from chain_identity');
  return rows[0]?.genesis_hash ?? null;
}

/** For a chain that was pinned by mistake: whoever comes next decides anew. */
export async function forgetGenesisHash(tx: Tx): Promise<void> {
  await tx.query('delete from chain_identity');
}
