import type { Queryable, Tx } from '../platform/db/index.ts';

/** A number that a lost master key has sealed. */
const lost = "account_number <> '' and master_key = any($1)";

export interface LostNumbers {
  readonly accounts: number;
  readonly requested: number;
  readonly sent: number;
  readonly ended: number;
}

export async function countLostNumbers(db: Queryable, lostKeys: readonly string[]): Promise<LostNumbers> {
  const { rows } = await db.query<Record<keyof LostNumbers, bigint>>(
    `select (select count(*) from bank_accounts where ${lost}) as accounts,
       count(*) filter (where status = 'requested') as requested, count(*) filter (where status = 'sent') as sent,
       count(*) filter (where status not in ('requested', 'sent')) as ended
     from settlements where ${lost}`,
    [lostKeys],
  );
  const { accounts, requested, sent, ended } = rows[0]!;
  return {
    accounts: Number(accounts),
    requested: Number(requested),
    sent: Number(sent),
    ended: Number(ended),
  };
}

export async function listLostRequests(
  db: Queryable,
  lostKeys: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from settlements where status = 'requested' and ${lost} order by requested_at, id limit $2`,
    [lostKeys, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Erases the next `limit` lost numbers of settlements after `afterId`, as their retention does. Amounts, bank and
 * last digits stay. Returns the last id, or null if none was left.
 */
export async function eraseLostNumbers(
  db: Queryable,
  lostKeys: readonly string[],
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<{ count: number; lastId: string | null }> {
  const { rows } = await db.query<{ count: bigint; last: string | null }>(
    `with batch as (
       select id from settlements where ${lost} and ($2::uuid is null or id > $2) order by id limit $3
     ), erased as (
       update settlements s set account_number = '' from batch where s.id = batch.id and s.account_number <> '' returning s.id
     )
     select (select count(*) from erased) as count, (select id from batch order by id desc limit 1) as last`,
    [lostKeys, afterId, limit],
  );
  return { count: Number(rows[0]!.count), lastId: rows[0]!.last };
}

export interface LostAccount {
  readonly clientId: string;
  readonly last4: string;
  /** Null if the app does not exist any more. */
  readonly app: string | null;
  readonly ownerId: string | null;
}

/**
 * Removes the next `limit` bank accounts after `afterId` whose numbers are lost, and says whose they were. Returns the
 * last id, or null if none was left: another process may remove some of them meanwhile.
 */
export async function deleteLostAccounts(
  tx: Tx,
  lostKeys: readonly string[],
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<{ accounts: LostAccount[]; lastId: string | null }> {
  const { rows: batch } = await tx.query<{ id: string }>(
    `select client_id as id from bank_accounts where ${lost} and ($2::text is null or client_id > $2) order by client_id limit $3`,
    [lostKeys, afterId, limit],
  );
  const { rows: accounts } = await tx.query<LostAccount>(
    `with removed as (
       delete from bank_accounts where ${lost} and client_id = any($2) returning client_id, last4
     )
     select r.client_id as "clientId", r.last4, a.name as app, a.owner_id as "ownerId"
     from removed r left join app_facts a on a.client_id = r.client_id and a.deleted_at is null`,
    [lostKeys, batch.map(({ id }) => id)],
  );
  return { accounts, lastId: batch.at(-1)?.id ?? null };
}
