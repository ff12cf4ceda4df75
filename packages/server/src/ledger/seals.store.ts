import type { Database, Queryable } from '../platform/db/index.ts';

/** A month whose postings and entries are counted and hashed. */
export interface Seal {
  /** Such as 2026-11, UTC. */
  readonly month: string;
  readonly until: Date;
  readonly postings: bigint;
  readonly entries: bigint;
  /** The sum of all credits. */
  readonly moved: bigint;
  readonly hash: Buffer;
  readonly sealedAt: Date;
}

const columns = `to_char(month, 'YYYY-MM') as month, until, postings, entries, moved::bigint as moved, hash, sealed_at as "sealedAt"`;

/** The sealed months, oldest first. */
export async function listSeals(db: Queryable): Promise<Seal[]> {
  const { rows } = await db.query<Seal>(
    `select ${columns} from ledger_seals where sealed_at is not null order by ledger_seals.month`,
  );
  return rows;
}

/** Days since the end of the oldest month that is due and not sealed; 0 if there is none. */
export async function unsealedDays(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ days: number }>(
    'select coalesce(extract(epoch from clock_timestamp() - ledger_unsealed(clock_timestamp())) / 86400, 0)::float8 as days',
  );
  return rows[0]!.days;
}

export interface SealStep {
  readonly outcome: 'busy' | 'idle' | 'begun' | 'waits' | 'read' | 'sealed';
  readonly month: string | null;
  readonly hash: Buffer | null;
  readonly entries: bigint | null;
}

/** Does the next step of sealing, in one transaction. A step may take longer than an ordinary statement. */
export async function sealStep(db: Database): Promise<SealStep> {
  return db.transaction(
    async (tx) => {
      await tx.query("select set_config('statement_timeout', '0', true)");
      const { rows } = await tx.query<SealStep>(
        `select outcome, to_char(month, 'YYYY-MM') as month, hash, entries from ledger_seal_step()`,
      );
      return rows[0]!;
    },
    { patient: true },
  );
}

export async function databaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]!.at;
}

/** Parts in which a month is read, so that each one sorts only a few days. */
const partsOfMonth = 16;

/**
 * Computes hash, counts and closing balances of a sealed month again and returns the differences. The month
 * before it must have been checked, because both continue from there.
 */
export async function differencesOf(tx: Queryable, seal: Seal, before: Seal | null): Promise<string[]> {
  const first = `${seal.month}-01`;
  const read = await readMonth(tx, seal, before);
  const isSame =
    read.hash.equals(seal.hash) &&
    read.postings === seal.postings &&
    read.entries === seal.entries &&
    read.moved === seal.moved;
  const { rows } = await tx.query<{ account: bigint }>(
    `select coalesce(found.account_id, kept.account_id) as account
     from ledger_close_span($1, $2, $3) found full join (select * from ledger_closings where month = $3) kept on kept.account_id = found.account_id
     where found.follows is not true or (found.version, found.balance, found.deposited) is distinct from (kept.version, kept.balance, kept.deposited)
     order by 1 limit 20`,
    [before?.until ?? '-infinity', seal.until, first],
  );
  return [
    ...(isSame ? [] : [`month ${seal.month}`]),
    ...rows.map(({ account }) => `month ${seal.month} account ${account}`),
  ];
}

type Read = Pick<Seal, 'hash' | 'postings' | 'entries' | 'moved'>;

async function readMonth(tx: Queryable, { month, until }: Seal, before: Seal | null): Promise<Read> {
  const begin = new Date(`${month}-01T00:00:00Z`).getTime();
  const part = (until.getTime() - begin) / partsOfMonth;
  const ends = Array.from({ length: partsOfMonth }, (_, index) => new Date(begin + (index + 1) * part));
  const { rows } = await tx.query<{ hash: Buffer }>('select ledger_month_hash($1) as hash', [`${month}-01`]);
  let total: Read = { hash: rows[0]!.hash, postings: 0n, entries: 0n, moved: 0n };
  // The first sealed month includes everything before it.
  let from: Date | string = before?.until ?? '-infinity';
  for (const to of ends) {
    const { rows: read } = await tx.query<Read>(
      'select hash, postings, entries, moved::bigint as moved from ledger_hash($1, $2, $3)',
      [total.hash, from, to],
    );
    const { hash, postings, entries, moved } = read[0]!;
    total = {
      hash,
      postings: total.postings + postings,
      entries: total.entries + entries,
      moved: total.moved + moved,
    };
    from = to;
  }
  return total;
}
