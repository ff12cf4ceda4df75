import type { Queryable, Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';

/**
 * Stores the genesis hash of the first chain that any node sees. The stored hash is binding for all nodes.
 */
export async function pinGenesisHash(db: Queryable, found: string, now: Date): Promise<string> {
  // mutant (chain/chain.test): on conflict do nothing => on conflict (only_one) do update set genesis_hash = excluded.genesis_hash
  await db.query(
    'insert into chain_identity (genesis_hash, created_at) values ($1, $2) on conflict do nothing',
    [found, now],
  );
  return (await findGenesisHash(db)) ?? impossible('the pinned genesis hash is missing');
}

/** The genesis hash of this database's chain, or null if it never had one. */
export async function findGenesisHash(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ genesis_hash: string }>('select genesis_hash from chain_identity');
  return rows[0]?.genesis_hash ?? null;
}

/** Unpins a chain that was pinned by mistake; the next chain that a node sees is pinned. */
export async function forgetGenesisHash(tx: Tx): Promise<void> {
  await tx.query('delete from chain_identity');
}
