import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { describeSchema } from '../../../test/describe-schema.ts';
import { onFileEnd } from '../../../test/file-end.ts';
import { emptyDatabase, packageFolder, type NewDatabase } from '../../../test/new-database.ts';
import { prepareDatabase } from '../../prepare-database.ts';
import {
  grantReading,
  grantToService,
  migrate,
  openDatabase,
  readSchema,
  serviceUrl,
  type Database,
  type Schema,
} from './index.ts';
import { createLogger } from '../log.ts';
import { retiredFunctions } from './retired-functions.ts';

/** `pg_dump --inserts` of a database that the last commit before the baseline prepared. */
const fixture = new URL('../../../test/fixtures/before-baseline.sql.gz', import.meta.url);

async function databaseBeforeBaseline(): Promise<NewDatabase> {
  const database = await emptyDatabase();
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query(gunzipSync(await readFile(fixture)).toString('utf8'));
  await superuser.end();
  return database;
}

function open({ ownerUrl }: NewDatabase): Database {
  const db = openDatabase({ connectionString: ownerUrl, poolSize: 1, log: createLogger('silent') });
  onFileEnd(() => db.close());
  return db;
}

const prepare = ({ ownerUrl }: NewDatabase, development = false, lockPatienceMillis = 600_000) =>
  prepareDatabase({
    ownerUrl,
    connectionString: serviceUrl(ownerUrl),
    packageFolder,
    development,
    lockPatienceMillis,
  });

const developmentTables = [
  'development_mails',
  'development_provider_records',
  'embedded_chain',
  'embedded_chain_accounts',
  'embedded_chain_transactions',
];

async function developmentTablesOf(database: NewDatabase): Promise<string[]> {
  const { rows } = await open(database).query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and (starts_with(relname, 'development_') or starts_with(relname, 'embedded_chain')) order by relname`,
  );
  return rows.map(({ name }) => name);
}

const retired = retiredFunctions.flatMap(({ names }) => names);

test.each([
  ['production', false],
  ['development', true],
])('an upgraded %s database has the same schema and privileges as a new one', async (_, development) => {
  const [created, upgraded] = [await emptyDatabase(), await databaseBeforeBaseline()];
  const all = (await readSchema(packageFolder, development)).migrations.map(({ name }) => name);
  expect(await prepare(created, development)).toEqual(all);
  expect(await prepare(upgraded, development)).toEqual(all.filter((name) => !name.includes('_baseline_')));
  const lines = await describeSchema(open(created));
  expect(lines.length).toBeGreaterThan(1000);
  const kept = (line: string) => retired.some((name) => line.startsWith(`function ${name}(`));
  const described = await describeSchema(open(upgraded));
  expect(described.filter((line) => !kept(line))).toEqual(lines);
  expect(described.filter(kept).length).toBeGreaterThan(0);
  expect(await prepare(upgraded, development)).toEqual([]);
  expect(await developmentTablesOf(created)).toEqual(development ? developmentTables : []);
});

test('a function that only earlier nodes call stays in this version and is dropped by the next one', async () => {
  const database = await databaseBeforeBaseline();
  await prepare(database);
  const left = async () =>
    (await open(database).query('select distinct proname from pg_proc where proname = any($1)', [retired]))
      .rowCount;
  expect(await left()).toBeGreaterThan(0);
  const [changed, ...others] = (await readSchema(packageFolder, false)).functions;
  await migrate(database.ownerUrl, {
    version: '999.0.0',
    migrations: (await readSchema(packageFolder, false)).migrations,
    functions: [{ ...changed!, sql: `${changed!.sql}\n-- Changed.` }, ...others],
  });
  expect(await left()).toBe(0);
});

test('a development database of an earlier commit keeps its development rows, also when it goes to production', async () => {
  const database = await databaseBeforeBaseline();
  const db = open(database);
  await db.query(
    `insert into development_mails (at, address, subject, text, html) values (now(), 'a', 'b', 'c', 'd')`,
  );
  await prepare(database);
  expect(await developmentTablesOf(database)).toEqual(['development_mails']);
  await prepare(database, true);
  expect(await developmentTablesOf(database)).toEqual(developmentTables);
  expect((await db.query('select address from development_mails')).rows).toEqual([{ address: 'a' }]);
});

test('an upgrade drops expired records of the development sign-in, and waits only shortly for locks', async () => {
  const database = await databaseBeforeBaseline();
  const db = open(database);
  await db.query(
    `insert into development_provider_records (model, id, payload, expires_at) values ('Session', 'a', '{}', now() - interval '1 day')`,
  );
  await open(database).transaction(async (tx) => {
    await tx.query('select from development_mails');
    await expect(prepare(database, false, 0)).rejects.toThrow(/drop_development_mails .* lock timeout/);
  });
  await prepare(database);
  expect(await developmentTablesOf(database)).toEqual([]);
});

test('the service uses the development tables of a database that was prepared for production first', async () => {
  const database = await emptyDatabase();
  await prepare(database);
  await prepare(database, true);
  const service = open({ ...database, ownerUrl: serviceUrl(database.ownerUrl) });
  for (const table of developmentTables) await service.query(`delete from ${table}`);
  await expect(service.query('drop table embedded_chain')).rejects.toThrow('must be owner');
});

test('an upgrade keeps the rows of the baseline', async () => {
  const [created, upgraded] = [await emptyDatabase(), await databaseBeforeBaseline()];
  await prepare(created);
  await prepare(upgraded);
  const seeded = async (database: NewDatabase) => {
    const db = open(database);
    const accounts = await db.query('select id, kind, name, balance from ledger_accounts order by id');
    const rules = await db.query('select * from ledger_fee_rules');
    const watches = await db.query(
      'select after_identity from recovery_watch union all select after_identity from claim_watch',
    );
    return [accounts.rows, rules.rows, watches.rows];
  };
  expect(await seeded(upgraded)).toEqual(await seeded(created));
});

test('adopts a database that applied a migration before its text was corrected', async () => {
  const database = await databaseBeforeBaseline();
  await open(database).query(
    `update applied_migrations set hash = '\\x00' where name in ('0510_ledger_post_sends', '0520_ledger_post')`,
  );
  expect(await prepare(database)).not.toContain('202611180011_baseline_ledger');
});

test('grants privileges again only when the text of a function changed', async () => {
  const database = await emptyDatabase();
  await prepare(database);
  const db = open(database);
  const schema = await readSchema(packageFolder, false);
  const { ownerUrl } = database;
  const grant = async (functions = schema.functions) => {
    const connectionString = serviceUrl(ownerUrl);
    await grantToService({ ownerUrl, connectionString, policy: {}, schema: { ...schema, functions } });
    const { rows } = await db.query<{ may: boolean }>(
      `select has_function_privilege('pid_service', 'end_topup(uuid, text)', 'execute') as may`,
    );
    return rows[0]!.may;
  };
  expect(await grant()).toBe(true);
  await db.query('revoke all on function end_topup from pid_service');
  expect(await grant()).toBe(false);
  expect(await grant(schema.functions.map((file) => ({ ...file, sql: `${file.sql}\n` })))).toBe(true);
});

test('an earlier build does not revoke the privileges that a later build granted', async () => {
  const { ownerUrl, superuserUrl } = await emptyDatabase();
  const connectionString = serviceUrl(ownerUrl);
  const earlier = await readSchema(packageFolder, false);
  const added = { name: '209901010001_later', sql: 'alter table app_items add column later text' };
  const later = { ...earlier, migrations: [...earlier.migrations, added] };
  await migrate(ownerUrl, later);
  const registrar = `registrar_${randomBytes(4).toString('hex')}`;
  const db = openDatabase({ connectionString: superuserUrl, poolSize: 1, log: createLogger('silent') });
  await db.query(`create role ${registrar}`);
  onTestFinished(async () => {
    await db.query(`drop owned by ${registrar}`);
    await db.query(`drop role ${registrar}`);
    await db.close();
  });
  const grant = async (schema: Schema, columns: readonly string[]) => {
    const policy = { app_items: `select, insert (${columns.join(', ')})` };
    await grantToService({ ownerUrl, connectionString, policy, schema });
    await grantReading(ownerUrl, registrar, { app_items: columns }, schema);
    const { rows } = await db.query(
      `select has_column_privilege('pid_service', 'app_items', 'later', 'insert') as inserts,
         has_column_privilege($1, 'app_items', 'later', 'select') as reads`,
      [registrar],
    );
    return rows[0];
  };
  expect(await grant(later, ['sku', 'later'])).toEqual({ inserts: true, reads: true });
  expect(await grant(earlier, ['sku'])).toEqual({ inserts: true, reads: true });
  expect(await grant(later, ['sku'])).toEqual({ inserts: false, reads: false });
});

test('refuses a database of an older commit', async () => {
  const database = await databaseBeforeBaseline();
  await open(database).query(`delete from applied_migrations where name = '0905_recovery_turns'`);
  await expect(prepare(database)).rejects.toThrow('migrate it with commit f7068bbe first');
});

test('every SQL function and view has a file with its name, and no SQL is built from the text of another function', async () => {
  const { functions, migrations } = await readSchema(packageFolder, true);
  for (const { name, sql } of functions)
    expect(sql).toMatch(new RegExp(`^create or replace (?:function|view) ${name}\\b`, 'm'));
  const created = [...migrations, ...functions].flatMap(({ name, sql }) =>
    [...sql.matchAll(/^create (?:or replace )?(?:function|view) (\w+)/gm)].map(([, object]) => [
      name,
      object,
    ]),
  );
  expect(created).toEqual(functions.map(({ name }) => [name, name]));
  for (const { sql } of [...migrations, ...functions]) expect(sql).not.toContain('pg_get_functiondef');
});

test('migrations have a timestamp; those after the baseline say whether they are safe while nodes serve', async () => {
  const { migrations } = await readSchema(packageFolder, true);
  for (const { name, sql } of migrations) {
    expect(name).toMatch(/^20\d{10}_[a-z0-9_]+$/);
    if (!name.includes('_baseline_')) expect(sql).toMatch(/^-- Safe while nodes serve: (?:yes|no)\b/);
  }
});
