import { streamRows, type Queryable, type Tx } from '../platform/db/index.ts';

/** A posting as the public log commits to it. Its entries are in the order of their accounts. */
export interface LoggedPosting {
  readonly id: string;
  readonly at: Date;
  readonly accounts: readonly bigint[];
  readonly amounts: readonly bigint[];
  readonly balances: readonly bigint[];
}

/** Arrays are read as text, because the driver takes much longer to parse them. */
interface PostingRow {
  readonly id: string;
  readonly at: Date;
  readonly accounts: string;
  readonly amounts: string;
  readonly balances: string;
}

function withBigints({ id, at, accounts, amounts, balances }: PostingRow): LoggedPosting {
  return {
    id,
    at,
    accounts: readArray(accounts),
    amounts: readArray(amounts),
    balances: readArray(balances),
  };
}

/** Reads `{1,2}`. */
function readArray(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt);
}

/** Takes committed postings from the queue of the log, at most those of `most` statements. */
export async function takeUnlogged(tx: Tx, most: number): Promise<LoggedPosting[]> {
  const { rows } = await tx.query<PostingRow>({
    name: 'ledger_take_unlogged',
    text: 'select id, at, accounts::text, amounts::text, balances::text from ledger_take_unlogged($1)',
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
    `select id, at, accounts::text, amounts::text, balances::text from ledger_read_postings(
       array(select p.id from ledger_postings p where p.id > $1 and p.id <= $2 order by p.id limit $3))`,
    [after, until, most],
  );
  return rows.map((row) => withBigints(row));
}

export async function readPostings(db: Queryable, ids: readonly string[]): Promise<LoggedPosting[]> {
  const { rows } = await db.query<PostingRow>({
    name: 'ledger_read_postings',
    text: 'select id, at, accounts::text, amounts::text, balances::text from ledger_read_postings($1)',
    values: [ids],
  });
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

/** Postings that wait for the log. */
export async function countUnlogged(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    'select coalesce(sum(cardinality(postings)), 0)::bigint as count from ledger_unlogged',
  );
  return Number(rows[0]!.count);
}

/** The public names of accounts: pid, client_id or the name of a platform account. */
export async function accountNames(
  db: Queryable,
  accounts: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await db.query<{ id: bigint; name: string }>({
    name: 'ledger_account_names',
    text: `select a.id, coalesce(i.pid, a.client_id, a.held_for, a.name, a.identity_id::text) as name
      from ledger_accounts a left join identity_facts i on i.id = a.identity_id where a.id = any($1)`,
    values: [accounts],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Which of these accounts are neither closed nor those of a deleted app. */
export async function openAccounts(db: Queryable, accounts: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `select a.id from ledger_accounts a left join app_facts f on f.client_id = coalesce(a.client_id, a.held_for)
     where a.id = any($1) and a.closed_at is null and f.deleted_at is null`,
    [accounts],
  );
  return rows.map(({ id }) => id);
}

/** Accounts of others: players, apps, and money that belongs to none of them yet. */
const owedAccounts = `a.closed_at is null and (a.kind in ('identity', 'app') or a.name = 'suspense')`;

export async function countLiabilities(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    `select count(*) from ledger_accounts a where ${owedAccounts}`,
  );
  return Number(rows[0]!.count);
}

export interface Liability {
  readonly id: bigint;
  /** The pid, the client_id, or `suspense`. */
  readonly name: string;
  readonly owed: bigint;
}

/** What the service owes, by account: held money of players and open settlements of apps included. */
export function streamLiabilities(tx: Tx, batchRows: number): AsyncGenerator<Liability[]> {
  return streamRows<Liability>(
    tx,
    `select a.id, coalesce(i.pid, a.client_id, a.name, a.identity_id::text) as name, a.balance + a.held + coalesce(s.open, 0)::bigint as owed
       from ledger_accounts a left join identity_facts i on i.id = a.identity_id left join (
         select app_account_id, sum(amount + fee) as open from settlement_facts where status in ('requested', 'sent') group by app_account_id
       ) s on s.app_account_id = a.id
       where ${owedAccounts} order by a.id`,
    [],
    batchRows,
  );
}
