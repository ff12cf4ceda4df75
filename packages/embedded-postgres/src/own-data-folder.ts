import { Socket } from 'node:net';
import { Client } from 'pg';
import { OWNER_ROLE } from './create-cluster.ts';
import type { Address } from './choose-endpoint.ts';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * The holder of this lock owns the data folder. It is a session lock in the server, so it ends with its
 * holder in every case, and no process ID has to be trusted. It is taken in the database `postgres`, because
 * advisory locks are per database and the service may drop or copy its database.
 */
const LOCK = [0x70_69_64, 1];
const OWNER_NAME = 'pid-owner-';
const CONNECT_TIMEOUT_MILLISECONDS = 5_000;

export interface OwnerSession {
  readonly launchFingerprint: string | null;
  isAlive(): boolean;
  /** Keeps the idle session open and calls `onEnd` when it ends without `release`. */
  guard(onEnd: () => void): void;
  ensureDatabase(name: string): Promise<void>;
  /** Ends the sessions of a previous owner, for example a long query that still holds locks. */
  endOtherSessions(): Promise<void>;
  release(): Promise<void>;
}

export type Attempt =
  | { readonly kind: 'owned'; readonly session: OwnerSession }
  | { readonly kind: 'held'; readonly pid: number | null }
  | { readonly kind: 'not_ready'; readonly answered: boolean };

export async function tryToOwn(address: Address, password: string): Promise<Attempt> {
  const socket = new Socket();
  const client = new Client({
    stream: () => socket,
    ...address,
    user: OWNER_ROLE,
    password,
    database: 'postgres',
    ssl: false,
    application_name: `${OWNER_NAME}${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
  });
  let ended = false;
  let listener: (() => void) | undefined;
  // A stopping server ends this session with an error. The 'end' event that follows is handled below.
  client.on('error', () => undefined);
  client.on('end', () => {
    ended = true;
    listener?.();
  });
  try {
    await client.connect();
    await client.query('set statement_timeout = 0; set idle_session_timeout = 0; set lock_timeout = 0');
    const { rows } = await client.query<{ owned: boolean; launch: string | null }>(
      `select pg_try_advisory_lock($1, $2) as owned, current_setting('pid.launch', true) as launch`,
      LOCK,
    );
    if (rows[0]?.owned !== true) {
      const pid = await findHolder(client);
      await client.end();
      return { kind: 'held', pid };
    }
    const session: OwnerSession = {
      launchFingerprint: rows[0].launch,
      isAlive: () => !ended,
      guard: (added) => {
        listener = added;
        // The session must not keep the process alive.
        socket.unref();
      },
      ensureDatabase: (name) => ensureDatabase(client, name),
      endOtherSessions: () => endOtherSessions(client),
      release: async () => {
        listener = undefined;
        await client.end();
      },
    };
    return { kind: 'owned', session };
  } catch (error) {
    socket.destroy();
    return classify(error);
  }
}

async function findHolder(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2
       and l.database = (select oid from pg_database where datname = current_database())`,
    LOCK,
  );
  const pid = Number(rows[0]?.application_name.slice(OWNER_NAME.length));
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
}

async function endOtherSessions(client: Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and not starts_with(application_name, $1)`,
    [OWNER_NAME],
  );
}

function classify(error: unknown): Attempt {
  const code = codeOf(error);
  if (code === '28P01' || code === '28000') {
    throw new EmbeddedPostgresError(
      'unusable_folder',
      'The embedded PostgreSQL does not accept the password stored with its data. ' +
        'Restore the whole data folder from one backup, or start with another data folder.',
      { cause: error },
    );
  }
  // 53300: all connections are in use, so another process is using this server.
  if (code === '53300') return { kind: 'held', pid: null };
  // 57P03: the server is starting or stopping.
  return { kind: 'not_ready', answered: code === '57P03' };
}
