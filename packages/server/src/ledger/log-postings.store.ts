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

/** Those of these postings that wait for the log. */
export async function unloggedAmong(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select posting as id from ledger_unlogged cross join unnest(postings) posting where posting = any($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The next ids of postings, in order. */
export async function listPostingIds(db: Queryable, after: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from ledger_postings where id > $1 order by id limit $2',
    [after, most],
  );
  return rows.map(({ id }) => id);
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
const openSettlements =
  "select app_account_id, sum(amount + fee) as open from settlement_facts where status in ('requested', 'sent') group by app_account_id";
/** A closed account can still be owed money that is held or being transferred. */
const owedAccounts = `(a.closed_at is null or a.held > 0 or a.id in (select app_account_id from (${openSettlements}) s)) and (a.kind in ('identity', 'app') or a.name = 'suspense')`;

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
  /** The number of the account's last entry. */
  readonly version: bigint;
}

/** What the service owes, by account: held money of players and open settlements of apps included. */
export function streamLiabilities(tx: Tx, batchRows: number): AsyncGenerator<Liability[]> {
  return streamRows<Liability>(
    tx,
    `select a.id, coalesce(i.pid, a.client_id, a.name, a.identity_id::text) as name, a.balance + a.held + coalesce(s.open, 0)::bigint as owed, a.version
       from ledger_accounts a left join identity_facts i on i.id = a.identity_id left join (${openSettlements}) s on s.app_account_id = a.id
       where ${owedAccounts} order by a.id`,
    [],
    batchRows,
  );
}

/**
 * The number of the last entry of every account that is the other side of what is owed. Money that is held or being
 * transferred lies on accounts of its own, but is still owed.
 */
export async function ownVersions(tx: Tx): Promise<Readonly<Record<string, string>>> {
  const { rows } = await tx.query<{ versions: Record<string, string> }>(
    `select jsonb_object_agg(id, version::text) as versions from ledger_accounts where kind = 'platform' and name not in ('suspense', 'settlements')`,
  );
  return rows[0]!.versions;
}

/** What these entries say that is owed in total: the other side of their balances. */
export async function totalOwed(db: Queryable, versions: Readonly<Record<string, string>>): Promise<bigint> {
  const { rows } = await db.query<{ owed: bigint }>(
    `select (-coalesce(sum(e.balance_after), 0))::bigint as owed from jsonb_each_text($1) v
       join ledger_entries e on e.account_id = v.key::bigint and e.version = v.value::bigint`,
    [JSON.stringify(versions)],
  );
  return rows[0]!.owed;
}

/**
 * The accounts among these ids whose liability at a moment is missing, is less than the balance after their last entry,
 * or whose entry was not the last one.
 */
export async function differingLiabilities(
  db: Queryable,
  at: Date,
  { after, until }: { readonly after: bigint; readonly until: bigint },
  known: readonly Omit<Liability, 'name'>[],
): Promise<bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `with known as (select * from unnest($4::bigint[], $5::bigint[], $6::bigint[]) k(id, owed, version))
     select k.id from known k
       left join ledger_entries e on e.account_id = k.id and e.version = k.version
       left join ledger_entries n on n.account_id = k.id and n.version = k.version + 1
       left join ledger_postings p on p.id = n.posting_id
       where k.owed < coalesce(e.balance_after, 0) or k.version > 0 and e.version is null
         or p.created_at < $1::timestamptz - interval '5 minutes'
     union all select a.id from ledger_accounts a
       where a.id > $2 and a.id <= $3 and ${owedAccounts} and a.created_at < $1::timestamptz - interval '5 minutes'
         and not exists (select from known k where k.id = a.id)`,
    [
      at,
      after,
      until,
      known.map(({ id }) => id),
      known.map(({ owed }) => owed),
      known.map(({ version }) => version),
    ],
  );
  return rows.map(({ id }) => id);
}
