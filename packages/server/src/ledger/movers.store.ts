import type { Queryable } from '../platform/db/index.ts';
import { postingIdAt } from './posting-id.ts';

/** Lists the players whose balances have moved since a time. */
export async function listMovers(db: Queryable, since: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'ledger_movers',
    text: `select distinct a.identity_id as id from ledger_postings p
      cross join lateral (values (p.payer_id), (p.payee_id)) party(account_id)
      join ledger_accounts a on a.id = party.account_id
      where p.id >= $1 and a.identity_id is not null`,
    values: [postingIdAt(since)],
  });
  return rows.map(({ id }) => id);
}

/** The numbers of the last entries of players, by identity. A player who never had money is left out. */
export async function listLastMoves(
  db: Queryable,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ id: string; version: bigint }>(
    'select identity_id as id, version from ledger_accounts where identity_id = any($1)',
    [identityIds],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}
