import type pg from 'pg';
import type { Config } from '../platform/config/index.ts';
import {
  clientToPrimary,
  daysAhead,
  pendingMigrations,
  readSchema,
  tablesWithRest,
} from '../platform/db/index.ts';
import { attempt, type Check, type CheckGroup } from './checks.ts';

const oldestVersion = 150_000;
/** What the handbook leaves for people. */
const connectionsForOthers = 10;
const fewDays = 14;

/** The roles that the settings name, what they may do, and whether the tables are those of this release. */
export const checkDatabase: CheckGroup = async (config, { packageFolder }) => {
  const { databaseUrl, databaseOwnerUrl, databaseSessionUrl, databaseReplicaUrl } = config;
  if (!databaseUrl) return [];
  const reached = await attempt('PostgreSQL', 'PID_DATABASE_URL cannot be used', () =>
    onClient(databaseUrl, (client) => checkServer(client, config)),
  );
  const others = await Promise.all([
    ...(databaseOwnerUrl
      ? [
          attempt('database owner', 'PID_DATABASE_OWNER_URL cannot be used', () =>
            onClient(databaseOwnerUrl, checkOwner),
          ),
        ]
      : []),
    ...(databaseSessionUrl
      ? [
          attempt('database sessions', 'PID_DATABASE_SESSION_URL cannot be used', () =>
            onClient(databaseSessionUrl, (client) => client.query('listen pid_doctor')),
          ),
        ]
      : []),
    ...(databaseReplicaUrl
      ? [
          attempt('database replica', 'PID_DATABASE_REPLICA_URL cannot be used', () =>
            onClient(databaseUrl, async (primary) => {
              const { rows } = await primary.query<SystemRow>(systemSql);
              await onClient(databaseReplicaUrl, (client) => checkReplica(client, rows[0]!));
            }),
          ),
        ]
      : []),
  ]);
  return reached.problem === null
    ? [
        reached,
        ...others,
        await checkMigrations(databaseUrl, packageFolder),
        await checkMonths(databaseOwnerUrl ?? databaseUrl),
      ]
    : [reached, ...others];
};

async function onClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await clientToPrimary(url, {
    connectionTimeoutMillis: 5000,
    application_name: 'pid doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkServer(client: pg.Client, config: Config): Promise<void> {
  const { rows } = await client.query<{
    version: number;
    superuser: boolean;
    standby: boolean;
    role: string;
    connections: number;
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('max_connections')::int as connections,
       pg_is_in_recovery() as standby, current_user as role, rolsuper as superuser from pg_roles where rolname = current_user`,
  );
  const { version, superuser, standby, role, connections } = rows[0]!;
  if (version < oldestVersion) throw new Error('PID needs PostgreSQL 15 or later');
  if (standby) throw new Error('it is a standby: name the primary, or all servers with commas between them');
  if (superuser && !config.loopback)
    throw new Error(`the role ${role} is a superuser: nodes get a plain one, as in docs/operations.md`);
  if (config.databasePoolSize + 2 > connections - connectionsForOthers)
    throw new Error(
      `PID_DATABASE_POOL is ${config.databasePoolSize}, and the server takes ${connections} connections in all`,
    );
}

interface SystemRow {
  readonly database: string;
  readonly migrations: string;
}
/** What tells a copy of our database from another: no plain role may read the system's own identifier. */
const systemSql = `select current_database() as database,
  (select string_agg(name || applied_at, ',' order by name) from applied_migrations) as migrations`;

/** The same database as the primary's, which follows it. A server that takes writes itself is none. */
async function checkReplica(client: pg.Client, primary: SystemRow): Promise<void> {
  const { rows: states } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (!states[0]!.standby) throw new Error('it takes writes: name a standby, or leave the setting away');
  const { rows } = await client.query<SystemRow>(systemSql);
  if (rows[0]!.database !== primary.database || rows[0]!.migrations !== primary.migrations)
    throw new Error('it is no copy of the database of PID_DATABASE_URL, or far behind it');
}

/** Whoever migrates makes tables, and owns those that are there. */
async function checkOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; creates: boolean; strange: string | null }>(
    `select current_user as role, has_schema_privilege(current_schema(), 'create') as creates,
       (select min(oid::regclass::text) from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')
          and not pg_has_role(relowner, 'usage')) as strange`,
  );
  const { role, creates, strange } = rows[0]!;
  if (!creates) throw new Error(`the role ${role} may not make tables: it must own the database`);
  if (strange !== null) throw new Error(`${strange} belongs to another role than ${role}`);
}

async function checkMigrations(url: string, packageFolder: string): Promise<Check> {
  return attempt('migrations', 'the tables are not those of this release', async () => {
    const missing = await pendingMigrations(url, await readSchema(packageFolder));
    if (missing.length > 0)
      throw new Error(`${missing.length} are missing, from ${missing[0]} on: run \`pid migrate\``);
  });
}

/** Nothing stops without a month, but what has none lies in one heap that nobody can detach. */
async function checkMonths(url: string): Promise<Check> {
  return attempt('months', 'tables lack months', () =>
    onClient(url, async (client) => {
      const { rows } = await client.query<{ there: boolean }>(
        "select to_regclass('partitions') is not null as there",
      );
      if (!rows[0]!.there) return;
      const days = await daysAhead(client);
      if (days !== null && days < fewDays)
        throw new Error(
          `there are months for ${Math.floor(days)} days more: a node makes them every hour, and its log says why it does not`,
        );
      const { rows: owned } = await client.query<{ owns: boolean }>(
        "select bool_and(pg_has_role(relowner, 'usage')) as owns from pg_class where oid = 'audit_events'::regclass",
      );
      const tables = owned[0]!.owns ? await tablesWithRest(client) : [];
      if (tables.length > 0)
        throw new Error(`rows of ${tables.join(', ')} lie in no month: docs/operations.md says what to do`);
    }),
  );
}
