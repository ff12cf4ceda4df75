import type { Address } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Pool } from './operation.ts';
import { utcDay, type PoolCaps } from './relay-deps.ts';

interface Reservation {
  readonly day: string;
  readonly pool: Pool;
  readonly identityId: string;
  readonly sponsorApp: string | null;
  readonly lamports: bigint;
  readonly caps: PoolCaps;
}

/**
 * The holders against whose daily budget it counts: the identity, the app of a sponsored activation, and all.
 * Rows shared by more operations come later, so that their locks are short.
 */
function holdersOf(identityId: string, sponsorApp: string | null): readonly string[] {
  return [identityId, ...(sponsorApp === null ? [] : [appHolder(sponsorApp)]), 'all'];
}

const appHolder = (clientId: string) => `app:${clientId}`;

/** Adds to the spending of a day, or returns whose cap would be exceeded. The shared row comes last. */
export async function reserve(
  tx: Tx,
  { day, pool, identityId, sponsorApp, lamports, caps }: Reservation,
): Promise<'identity' | 'app' | 'all' | null> {
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
  // Sent together: if a cap refuses one, the transaction rolls back all.
  const [ofIdentity, ofApp, ofAll] = await Promise.all([
    add(identityId, caps.identityLamports),
    sponsorApp === null || add(appHolder(sponsorApp), caps.appLamports ?? 0n),
    add('all', caps.globalLamports),
  ]);
  if (!ofIdentity) return 'identity';
  if (!ofApp) return 'app';
  return ofAll ? null : 'all';
}

/** Reserved lamports of a day that no longer count. */
export interface Freed {
  readonly createdAt: Date;
  readonly pool: Pool;
  readonly identityId: string;
  readonly sponsorApp: string | null;
  readonly lamports: bigint;
}

/** Uses one order for all transactions, with the shared rows last, to prevent deadlocks. */
export async function giveBack(tx: Tx, freed: readonly Freed[]): Promise<void> {
  const sums = new Map<string, { day: string; pool: Pool; holder: string; lamports: bigint }>();
  for (const { createdAt, pool, identityId, sponsorApp, lamports } of freed) {
    const holders = holdersOf(identityId, sponsorApp);
    for (const [place, holder] of holders.entries()) {
      const day = utcDay(createdAt);
      const key = `${holder === 'all' ? 2 : place} ${day} ${pool} ${holder}`;
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

/** Returns the rent of closed accounts to its pool; a repeated call returns nothing. */
export async function returnRent(tx: Tx, accounts: readonly Address[], now: Date): Promise<void> {
  const { rows } = await tx.query<{
    created_at: Date;
    pool: Pool;
    identity_id: string;
    sponsor_app: string | null;
    rent_lamports: bigint;
  }>(
    `update relay_operations set rent_returned_at = $2
     where rent_account = any($1) and rent_lamports > 0 and rent_returned_at is null and state in ('confirmed', 'finalized')
     returning created_at, pool, identity_id, sponsor_app, rent_lamports`,
    [accounts, now],
  );
  await giveBack(
    tx,
    rows.map((row) => ({
      createdAt: row.created_at,
      pool: row.pool,
      identityId: row.identity_id,
      sponsorApp: row.sponsor_app,
      lamports: row.rent_lamports,
    })),
  );
}

export async function spentByPool(db: Queryable, day: string): Promise<ReadonlyMap<Pool, bigint>> {
  const { rows } = await db.query<{ pool: Pool; lamports: bigint }>(
    `select pool, lamports from relay_spending where day = $1 and holder = 'all'`,
    [day],
  );
  return new Map(rows.map(({ pool, lamports }) => [pool, lamports]));
}

/** The lamports of a pool spent on a day, by all and by one identity. */
export async function spentInPool(
  db: Queryable,
  { day, pool, identityId }: { day: string; pool: Pool; identityId: string },
): Promise<{ all: bigint; identity: bigint }> {
  const { rows } = await db.query<{ holder: string; lamports: bigint }>(
    'select holder, lamports from relay_spending where day = $1 and pool = $2 and holder = any($3)',
    [day, pool, ['all', identityId]],
  );
  const of = (wanted: string) => rows.find(({ holder }) => holder === wanted)?.lamports ?? 0n;
  return { all: of('all'), identity: of(identityId) };
}

/** The sponsorship spent on a day, by all apps and by one app. */
export async function sponsorshipSpent(
  db: Queryable,
  day: string,
  clientId: string,
): Promise<{ all: bigint; app: bigint }> {
  const { rows } = await db.query<{ holder: string; lamports: bigint }>(
    `select holder, lamports from relay_spending where day = $1 and pool = 'sponsorship' and holder = any($2)`,
    [day, ['all', appHolder(clientId)]],
  );
  const of = (wanted: string) => rows.find(({ holder }) => holder === wanted)?.lamports ?? 0n;
  return { all: of('all'), app: of(appHolder(clientId)) };
}
