import { Socket } from 'node:net';
import { Client } from 'pg';
import { OWNER_ROLE } from './create-cluster.ts';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Postmaster } from './find-postmaster.ts';

/**
 * The holder of this lock owns the data folder. It is a session lock in the server, so it ends with its
 * holder in every case, and no process ID has to be trusted. It is taken in the database `postgres`, because
 * advisory locks are per database and the service may drop or copy its database.
 */
const LOCK = [0x70_69_64, 1];
const OWNER_NAME = 'pid-owner-';

export interface OwnerSession {
  readonly launchFingerprint: string | null;
  /** Ends the sessions of a previous owner, which may hold locks, and creates the database if it is missing. */
  prepare(databaseName: string): Promise<void>;
  /** Keeps the session open without keeping the process alive, and calls `onEnd` when the server ends it. */
  guard(onEnd: () => void): void;
  release(): Promise<void>;
}

export type Attempt =
  | { readonly kind: 'owned'; readonly session: OwnerSession }
  | { readonly kind: 'held'; readonly pid: number | null }
  | { readonly kind: 'starting' | 'unreachable' };

export async function tryToOwn({ address }: Postmaster, password: string): Promise<Attempt> {
  const socket = new Socket();
  const client = new Client({
    stream: () => socket,
    ...address,
    user: OWNER_ROLE,
    password,
    database: 'postgres',
    ssl: false,
    application_name: `${OWNER_NAME}${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  const ended = new Promise((resolve) => client.once('end', resolve));
  // A stopping server ends this session with an error. The 'end' event follows.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ owned: boolean; launch: string | null; holder: string | null }>(
      `select pg_try_advisory_lock($1, $2) as owned, current_setting('pid.launch', true) as launch,
         (select application_name from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and granted and classid = $1 and objid = $2 limit 1) as holder`,
      LOCK,
    );
    if (rows[0]?.owned !== true) {
      await client.end();
      return { kind: 'held', pid: Number(rows[0]?.holder?.slice(OWNER_NAME.length)) || null };
    }
    let isReleased = false;
    const session: OwnerSession = {
      launchFingerprint: rows[0].launch,
      prepare: (databaseName) => prepare(client, databaseName),
      guard: (onEnd) => {
        void ended.then(() => (isReleased ? undefined : onEnd()));
        socket.unref();
      },
      release: async () => {
        isReleased = true;
        await client.end().catch(() => undefined);
      },
    };
    return { kind: 'owned', session };
  } catch (error) {
    socket.destroy();
    const code = codeOf(error) ?? '';
    // 53300: all connections are in use, so another process is using this server.
    if (code === '53300') return { kind: 'held', pid: null };
    if (code !== '28P01' && code !== '28000')
      // 57P03: the server is starting or stopping.
      return { kind: code === '57P03' ? 'starting' : 'unreachable' };
    throw new EmbeddedPostgresError(
      'unusable_folder',
      'The embedded PostgreSQL does not accept the password stored with its data. ' +
        'Restore the whole data folder from one backup, or start with another data folder.',
      error,
    );
  }
}

async function prepare(client: Client, databaseName: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and not starts_with(application_name, $1)`,
    [OWNER_NAME],
  );
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(databaseName)}`);
}
