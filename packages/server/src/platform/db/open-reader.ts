import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Database, Queryable } from './database.ts';
import { openDatabase } from './database.ts';
import { sqlState } from './database-errors.ts';

/** Where reads go that may lag: statements of past months, exports, lists of administrators. Nothing that decides about money. */
export interface Reader extends Queryable {
  /** False while the primary answers in the replica's place. */
  follows(): Promise<boolean>;
  close(): Promise<void>;
}

interface ReaderOptions {
  readonly db: Database;
  readonly replicaUrl: string | null;
  readonly poolSize: number;
  readonly namedStatements: boolean;
  readonly clock: Pick<Clock, 'nowMillis'>;
  readonly log: Logger;
}

/** How often a replica is asked how far it is, and how long one that failed is left alone. */
const lookMillis = 5000;
/** A replica that has not replayed what the primary had written this long ago is too far behind to be shown to anybody. */
const lagMillisMax = 30_000;
/** A statement that took too long would take as long on the primary. */
const tooSlow = '57014';

/** The replica while it is there and follows; the primary otherwise, at once and without anybody noticing. */
export function openReader(options: ReaderOptions): Reader {
  const { db, replicaUrl } = options;
  if (replicaUrl === null) return primaryReader(db);
  const replica = openDatabase({ ...options, connectionString: replicaUrl });
  const watch = watchReplica(options, replica);
  return {
    follows: () => watch.mayBeAsked(),
    async query<Row extends object>(...asked: Parameters<Queryable['query']>) {
      if (await watch.mayBeAsked())
        try {
          return await replica.query<Row>(...asked);
        } catch (error) {
          // Reads alone come here, so that asking somebody else is always right: a replica may be gone, cancel what conflicts with
          // its replay, or lack a table that was migrated a moment ago.
          if (sqlState(error) === tooSlow) throw error;
          watch.failed(error);
        }
      return db.query<Row>(...asked);
    },
    close: () => replica.close(),
  };
}

/** Where there is no replica. */
export function primaryReader(db: Database): Reader {
  return {
    follows: async () => true,
    query: (query, values) => db.query(query, values),
    close: async () => {},
  };
}

/** Notes where the primary's log was, and asks the replica whether it has come that far half a minute later. */
function watchReplica({ db, clock, log }: ReaderOptions, replica: Database) {
  let marks: { readonly at: number; readonly lsn: string }[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let follows = false;

  function become(now: boolean, words: string, details: object = {}): void {
    if (follows !== now) log[now ? 'info' : 'warn'](details, words);
    follows = now;
  }

  async function look(): Promise<void> {
    const now = clock.nowMillis();
    // Of the marks that are old enough the youngest, and all that will be.
    const due = marks.findLast(({ at }) => at <= now - lagMillisMax);
    marks = marks.filter((mark) => mark === due || mark.at > now - lagMillisMax);
    try {
      marks.push({ at: now, lsn: await currentLsn(db) });
      const isBehind = due !== undefined && !(await hasReplayed(replica, due.lsn));
      if (due === undefined) await hasReplayed(replica, '0/0');
      if (isBehind) become(false, 'the database replica is too far behind, the primary is read instead');
      else become(true, 'reads that may lag go to the database replica');
    } catch (error) {
      become(false, 'the database replica cannot be read, the primary is read instead', { err: error });
    }
    lookedAt = clock.nowMillis();
  }

  return {
    async mayBeAsked(): Promise<boolean> {
      // A clock that was put back looks anew.
      const age = clock.nowMillis() - lookedAt;
      if (age < 0 || age >= lookMillis)
        await (looking ??= look().finally(() => {
          looking = null;
        }));
      return follows;
    },
    failed(error: unknown): void {
      lookedAt = clock.nowMillis();
      become(false, 'the database replica failed, the primary is read instead', { err: error });
    },
  };
}

async function currentLsn(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  return rows[0]!.lsn;
}

/** A server that takes writes itself has its own log: one that was promoted apart from ours falls behind ours. */
async function hasReplayed(replica: Queryable, lsn: string): Promise<boolean> {
  const { rows } = await replica.query<{ there: boolean }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= $1::pg_lsn as there',
    [lsn],
  );
  return rows[0]!.there;
}
