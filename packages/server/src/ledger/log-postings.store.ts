import type { Queryable, Tx } from '../platform/db/index.ts';

/** A posting as the public log commits to it. Its entries are in the order of their accounts. */
export interface LoggedPosting {
  readonly id: string;
  readonly at: Date;
  readonly accounts: readonly bigint[];
  readonly amounts: readonly bigint[];
  readonly balances: readonly bigint[];
}

/** The driver returns the elements of arrays as text. */
interface PostingRow {
  readonly id: string;
  readonly at: Date;
  readonly accounts: readonly string[];
  readonly amounts: readonly string[];
  readonly balances: readonly string[];
}

function withBigints({ id, at, accounts, amounts, balances }: PostingRow): LoggedPosting {
  const numbers = (texts: readonly string[]) => texts.map((text) => BigInt(text));
  return { id, at, accounts: numbers(accounts), amounts: numbers(amounts), balances: numbers(balances) };
}

/** Takes committed postings from the queue of the log, at most those of `most` statements. */
export async function takeUnlogged(tx: Tx, most: number): Promise<LoggedPosting[]> {
  const { rows } = await tx.query<PostingRow>({
    name: 'ledger_take_unlogged',
    text: 'select id, at, accounts, amounts, balances from ledger_take_unlogged($1)',
    values: [most],
  });
  return rows.map((row) => withBigints(row));
}

/** Lists postings by id, in order. */
export async function listPostings(
  db: Queryable,
  { after, until, most }: { readonly after: string; readonly until: string; readonly most: number },
): Promise<LoggedPosting[]> {
  const { rows } = await db.query<PostingRow>(
    `select id, at, accounts, amounts, balances from ledger_read_postings(
       array(select p.id from ledger_postings p where p.id > $1 and p.id <= $2 order by p.id limit $3))`,
    [after, until, most],
  );
  return rows.map((row) => withBigints(row));
}

/** The highest id of a posting; null without postings. */
export async function lastPostingId(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select id from ledger_postings order by id desc limit 1');
  return rows[0]?.id ?? null;
}

/** Seconds that the oldest posting of the queue has waited for the log; 0 if none waits. */
export async function unloggedSeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    'select greatest(extract(epoch from clock_timestamp() - min(since)), 0)::float8 as seconds from ledger_unlogged',
  );
  return rows[0]?.seconds ?? 0;
}

/** The public names of accounts: pid, client_id or the name of a platform account. */
export async function accountNames(
  db: Queryable,
  accounts: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await db.query<{ id: bigint; name: string }>({
    name: 'ledger_account_names',
    text: `select a.id, coalesce(i.pid, a.client_id, a.held_for, a.name) as name
      from ledger_accounts a left join identity_facts i on i.id = a.identity_id where a.id = any($1)`,
    values: [accounts],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
