import type { Address } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Pool } from './operation.ts';
import { utcDay, type PoolCaps } from './relay-deps.ts';

interface Reservation {
  readonly day: string;
  readonly pool: Pool;
  readonly identityId: string;
  readonly lamports: bigint;
  readonly caps: PoolCaps;
}

/** Adds to what was spent on a day, by the identity and by all, or returns whose cap that would pass; the shared row comes last. */
export async function reserve(
  tx: Tx,
  { day, pool, identityId, lamports, caps }: Reservation,
): Promise<'identity' | 'all' | null> {
  const add = async (holder: string, capLamports: bigint) => {
    const { rowCount } = await tx.query({
      name: 'relay-reserve',
      text: `insert into relay_spending (day, pool, holder, lamports)
       select $1::date, $2::text, $3::text, $4::bigint where $4::bigint <= $5::bigint
       on conflict (day, pool, holder) do update set lamports = relay_spending.lamports + excluded.lamports
         where relay_spending.lamports + excluded.lamports <= $5`,
      values: [day, pool, holder, lamports, capLamports],
    });
    return rowCount === 1;
  };
  // Sent together: what a cap refuses is rolled back with all of it.
  const [ofIdentity, ofAll] = await Promise.all([
    add(identityId, caps.identityLamports),
    add('all', caps.globalLamports),
  ]);
  if (!ofIdentity) return 'identity';
  return ofAll ? null : 'all';
}

/** Lamports that were reserved on a day and need not be counted any more. */
export interface Freed {
  readonly createdAt: Date;
  readonly pool: Pool;
  readonly identityId: string;
  readonly lamports: bigint;
}

/** In one order for all, the shared rows last, so that transactions never wait for each other in a circle. */
export async function giveBack(tx: Tx, freed: readonly Freed[]): Promise<void> {
  const sums = new Map<string, { day: string; pool: Pool; holder: string; lamports: bigint }>();
  for (const { createdAt, pool, identityId, lamports } of freed) {
    for (const holder of [identityId, 'all']) {
      const day = utcDay(createdAt);
      const key = `${holder === 'all' ? 1 : 0} ${day} ${pool} ${holder}`;
      const sum = sums.get(key);
      sums.set(key, { day, pool, holder, lamports: (sum?.lamports ?? 0n) + lamports });
    }
  }
  for (const [, sum] of [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)))
    await release(tx, sum);
}

export async function release(
  tx: Tx,
  input: { day: string; pool: Pool; holder: string; lamports: bigint },
): Promise<void> {
  await tx.query({
    name: 'relay-release',
    text: 'update relay_spending set lamports = greatest(0, lamports - $4) where day = $1 and pool = $2 and holder = $3',
    values: [input.day, input.pool, input.holder, input.lamports],
  });
}

/** The rent of accounts that were closed returns to its pool; a second telling returns nothing. */
export async function returnRent(tx: Tx, accounts: readonly Address[], now: Date): Promise<void> {
  const { rows } = await tx.query<{
    created_at: Date;
    pool: Pool;
    identity_id: string;
    rent_lamports: bigint;
  }>(
    `update relay_operations set rent_returned_at = $2
     where rent_account = any($1) and rent_lamports > 0 and rent_returned_at is null and state in ('confirmed', 'finalized')
     returning created_at, pool, identity_id, rent_lamports`,
    [accounts, now],
  );
  await giveBack(
    tx,
    rows.map((row) => ({
      createdAt: row.created_at,
      pool: row.pool,
      identityId: row.identity_id,
      lamports: row.rent_lamports,
    })),
  );
}

export async function sponsoredToday(db: Queryable, day: string): Promise<ReadonlyMap<Pool, bigint>> {
  const { rows } = await db.query<{ pool: Pool; lamports: bigint }>(
    `select pool, lamports from relay_spending where day = $1 and holder = 'all'`,
    [day],
  );
  return new Map(rows.map(({ pool, lamports }) => [pool, lamports]));
}
