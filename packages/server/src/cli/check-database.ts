import type pg from 'pg';
import { clockLimits, measureClock } from '../health/index.ts';
import { lastAuditRun, readAgeGate, readTierRules, unsealedDays, type TierRules } from '../ledger/index.ts';
import { assertMailsAreSent } from '../notices/index.ts';
import { proveMasterKey } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { dataFolder } from '../platform/settings.ts';
import type { Config } from '../settings.ts';
import { lastLogAudit } from '../transparency/index.ts';
import {
  clientToPrimary,
  daysAhead,
  pendingMigrations,
  readDevelopmentTables,
  readSchema,
  sqlState,
  tablesWithRest,
  type Queryable,
} from '../platform/db/index.ts';
import { attempt, type Check, type CheckGroup } from './checks.ts';

const oldestVersion = 150_000;
/** Connections that docs/operations.md reserves for operators. */
const connectionsForOthers = 10;
const fewDays = 14;
const sealedWithinDays = 5;
/** The audit runs every night and may take hours. */
const auditedWithinHours = 26;

/** Checks the configured roles, their privileges, and whether the tables match this release. */
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
        await checkClock(databaseUrl),
        await checkMasterKey(databaseUrl, config, packageFolder),
        ...(config.smtpUrl ? [await checkOutbox(databaseUrl)] : []),
        await checkMonths(databaseOwnerUrl ?? databaseUrl),
        await checkAudit(databaseUrl),
        await checkSeals(databaseUrl),
        await checkLog(databaseUrl),
        await checkStored(
          databaseUrl,
          'age gate',
          `PID_AGE_GATE=${config.ageGate}`,
          async (db) => `PID_AGE_GATE=${await readAgeGate(db)}`,
        ),
        await checkStored(
          databaseUrl,
          'tiers',
          nameTiers(config.tiers && { ...config.tiers, timeZone: config.timeZone }),
          async (db) => nameTiers(await readTierRules(db)),
        ),
        ...(config.mode !== 'live'
          ? []
          : [await checkLeftovers(databaseOwnerUrl ?? databaseUrl, packageFolder)]),
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
  if (standby) throw new Error('it is a standby: name the primary, or all servers separated by commas');
  if (superuser && !config.loopback)
    throw new Error(`the role ${role} is a superuser: use a plain role for nodes, as in docs/operations.md`);
  if (config.databasePoolSize + 2 > connections - connectionsForOthers)
    throw new Error(
      `PID_DATABASE_POOL is ${config.databasePoolSize}, but the server allows only ${connections} connections in total`,
    );
}

interface SystemRow {
  readonly database: string;
  readonly migrations: string;
}
/** Identifies a copy of our database, because a plain role cannot read PostgreSQL's system identifier. */
const systemSql = `select current_database() as database,
  (select string_agg(name || applied_at, ',' order by name) from applied_migrations) as migrations`;

/** Requires a standby that follows the primary's database. A server that accepts writes is refused. */
async function checkReplica(client: pg.Client, primary: SystemRow): Promise<void> {
  const { rows: states } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (!states[0]!.standby) throw new Error('it takes writes: name a standby, or remove the setting');
  const { rows } = await client.query<SystemRow>(systemSql);
  if (rows[0]!.database !== primary.database || rows[0]!.migrations !== primary.migrations)
    throw new Error('it is not a copy of the database of PID_DATABASE_URL, or is far behind it');
}

/** The migrating role must be able to create tables and must own the existing ones. */
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
  return attempt('migrations', 'the tables do not match this release', async () => {
    const missing = await pendingMigrations(url, await readSchema(packageFolder, false));
    if (missing.length > 0)
      throw new Error(`${missing.length} are missing, from ${missing[0]} on: run \`pid migrate\``);
  });
}

/** Compares the clock of this machine. Run `pid doctor` where the nodes run. */
async function checkClock(url: string): Promise<Check> {
  let seconds = 0;
  const check = await attempt('clock', 'it cannot be compared', () =>
    onClient(url, async (client) => {
      seconds = await measureClock(asQueryable(client), systemClock);
    }),
  );
  if (check.problem !== null || Math.abs(seconds) <= clockLimits.warnSeconds) return check;
  const isWarning = Math.abs(seconds) <= clockLimits.unreadySeconds;
  return {
    what: 'clock',
    problem: `the clock of this machine is ${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database's${isWarning ? '' : ', so a node here is not ready'}: start NTP (chrony or systemd-timesyncd) on both machines`,
    isWarning,
  };
}

/** A node with a key that does not open the secrets refuses to start. */
async function checkMasterKey(url: string, config: Config, packageFolder: string): Promise<Check> {
  return attempt('master key', 'the secrets of this database cannot be opened', () =>
    onClient(url, async (client) => {
      const dataDir = dataFolder(config, packageFolder);
      await proveMasterKey({ config, dataDir, ids: randomIds, db: asQueryable(client) }).catch(unlessMissing);
    }),
  );
}

async function checkOutbox(url: string): Promise<Check> {
  return attempt('outbox of mails', 'mails are not sent', () =>
    onClient(url, (client) => assertMailsAreSent(asQueryable(client), systemClock).catch(unlessMissing)),
  );
}

/** The check of the migrations reports tables, columns and functions that are missing. */
function unlessMissing(error: unknown): void {
  if (!['42P01', '42703', '42883'].includes(sqlState(error) ?? '')) throw error;
}

function asQueryable(client: pg.Client): Queryable {
  return { query: (text: string, values?: unknown[]) => client.query(text, values) } as never;
}

/** A missing month stops nothing, but its rows go to the default partition, which cannot be detached. */
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
          `monthly partitions exist for only ${Math.floor(days)} more days: nodes create them every hour; see their log for the reason`,
        );
      const { rows: owned } = await client.query<{ owns: boolean }>(
        "select bool_and(pg_has_role(relowner, 'usage')) as owns from pg_class where oid = 'audit_events'::regclass",
      );
      const tables = owned[0]!.owns ? await tablesWithRest(client) : [];
      if (tables.length > 0)
        throw new Error(`rows of ${tables.join(', ')} are in the default partition: see docs/operations.md`);
    }),
  );
}

async function checkAudit(url: string): Promise<Check> {
  let hours = 0;
  const check = await attempt('ledger audit', 'the books are not proven', () =>
    onClient(url, async (client) => {
      const last = await lastAuditRun(asQueryable(client)).catch(unlessMissing);
      if (!last) return;
      hours = (systemClock.nowMillis() - last.at.getTime()) / 3_600_000;
      if (last.findings > 0)
        throw new Error(`it found ${last.findings} broken rows: run \`pid ledger audit --full\``);
    }),
  );
  if (check.problem !== null || hours <= auditedWithinHours) return check;
  return {
    ...check,
    problem: `the last one was ${Math.floor(hours)} hours ago: nodes run it every night; see their log for the reason`,
    isWarning: true,
  };
}

/** The nightly audit reads everything since the last sealed month. */
async function checkSeals(url: string): Promise<Check> {
  const check = await attempt('sealed months', 'a month of the ledger is not sealed', () =>
    onClient(url, async (client) => {
      const days = (await unsealedDays(asQueryable(client)).catch(unlessMissing)) ?? 0;
      if (days > sealedWithinDays)
        throw new Error(
          `it ended ${Math.floor(days)} days ago: nodes seal one month an hour if the last audit found nothing; see their log for the reason`,
        );
    }),
  );
  return { ...check, isWarning: true };
}

async function checkLog(url: string): Promise<Check> {
  return attempt('public log', 'it differs from the ledger', () =>
    onClient(url, async (client) => {
      const { findings } = (await lastLogAudit(asQueryable(client)).catch(unlessMissing)) ?? { findings: 0 };
      if (findings > 0)
        throw new Error(`the last comparison found ${findings} differences: run \`pid ledger audit --full\``);
    }),
  );
}

/** All nodes judge by what the one that started last has written. */
async function checkStored(
  url: string,
  what: string,
  own: string,
  read: (db: Queryable) => Promise<string>,
): Promise<Check> {
  const check = await attempt(what, 'nodes have another value', () =>
    onClient(url, async (client) => {
      const stored = (await read(asQueryable(client)).catch(unlessMissing)) ?? own;
      if (stored !== own)
        throw new Error(
          `the settings here say ${own}, but all nodes judge by ${stored}, the value of the node that started last: set the same value on all nodes and restart them`,
        );
    }),
  );
  return { ...check, isWarning: true };
}

/** The figures and the time zone in which their months begin, as `PID_TIERS` and `PID_TIME_ZONE` name them. */
function nameTiers(rules: TierRules | null): string {
  if (rules === null) return 'PID_TIERS=off';
  const { basic, registered, timeZone } = rules;
  const figures = [basic.balance, basic.incoming, registered.balance, registered.incoming];
  return `PID_TIERS=${figures.join(',')} with PID_TIME_ZONE=${timeZone}`;
}

/** Rows from development are personal data (e-mail addresses, mails) that no service on a public address needs. */
async function checkLeftovers(url: string, packageFolder: string): Promise<Check> {
  const tables = await readDevelopmentTables(packageFolder);
  const check = await attempt('development tables', 'rows from development are left', () =>
    onClient(url, async (client) => {
      const { rows: found } = await client.query<{ name: string }>(
        'select name from unnest($1::text[]) name where to_regclass(name) is not null',
        [tables],
      );
      const left: string[] = [];
      for (const { name } of found) {
        const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${name}`);
        if (rows[0]!.count !== '0') left.push(`${rows[0]!.count} in ${name}`);
      }
      if (left.length > 0) throw new Error(`${left.join(', ')}: drop these tables as the owner`);
    }),
  );
  return { ...check, isWarning: true };
}
