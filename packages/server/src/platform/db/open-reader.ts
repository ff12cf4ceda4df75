import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Database, Queryable } from './database.ts';
import { openDatabase } from './database.ts';
import { sqlState } from './database-errors.ts';

/**
 * For reads that may lag: statements of past months, exports, lists of administrators. Never for decisions
 * about money.
 */
export interface Reader extends Queryable {
  /** False while the primary serves the reads of the replica. */
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

/** Interval of the lag check, and how long a failed replica is not used. */
const lookMillis = 5000;
/**
 * The maximum lag: the replica must have replayed everything that the primary had written this long before.
 */
const lagMillisMax = 30_000;
/** A statement that timed out would take as long on the primary. */
const tooSlow = '57014';

/**
 * Reads from the replica while it is reachable and not behind, otherwise from the primary, without errors for
 * the caller.
 */
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
          // Only reads come here, so a retry on the primary is always safe. The replica may be gone, may
          // cancel a query that conflicts with replay, or may lack a table that was just migrated.
          if (sqlState(error) === tooSlow) throw error;
          watch.failed(error);
        }
      return db.query<Row>(...asked);
    },
    close: () => replica.close(),
  };
}

/** The reader without a replica. */
export function primaryReader(db: Database): Reader {
  return {
    follows: async () => true,
    query: (query, values) => db.query(query, values),
    close: async () => {},
  };
}

/**
 * Records the WAL position of the primary and checks half a minute later whether the replica has replayed it.
 */
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
    // Keeps the newest mark that is old enough, and all newer ones.
    const due = marks.findLast(({ at }) => at <= now - lagMillisMax);
    marks = marks.filter((mark) => mark === due || mark.at > now - lagMillisMax);
    try {
      marks.push({ at: now, lsn: await currentLsn(db) });
      const isBehind = due !== undefined && !(await hasReplayed(replica, due.lsn));
      if (due === undefined) await hasReplayed(replica, '0/0');
      if (isBehind) become(false, 'the database replica is too far behind; reading from the primary');
      else become(true, 'reading from the database replica where lag is allowed');
    } catch (error) {
      become(false, 'the database replica cannot be read; reading from the primary', { err: error });
    }
    lookedAt = clock.nowMillis();
  }

  return {
    async mayBeAsked(): Promise<boolean> {
      // A clock that was set back triggers a new check.
      const age = clock.nowMillis() - lookedAt;
      if (age < 0 || age >= lookMillis)
        await (looking ??= look().finally(() => {
          looking = null;
        }));
      return follows;
    },
    failed(error: unknown): void {
      lookedAt = clock.nowMillis();
      become(false, 'the database replica failed; reading from the primary', { err: error });
    },
  };
}

async function currentLsn(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  return rows[0]!.lsn;
}

/**
 * A server that accepts writes has its own WAL: a replica that was promoted separately falls behind our
 * primary.
 */
async function hasReplayed(replica: Queryable, lsn: string): Promise<boolean> {
  const { rows } = await replica.query<{ there: boolean }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= $1::pg_lsn as there',
    [lsn],
  );
  return rows[0]!.there;
}
