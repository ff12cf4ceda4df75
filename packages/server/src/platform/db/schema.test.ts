import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
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

function open({ ownerUrl }: NewDatabase): Database {
  const db = openDatabase({ connectionString: ownerUrl, poolSize: 1, log: createLogger('silent') });
  onFileEnd(() => db.close());
  return db;
}

const prepare = ({ ownerUrl }: NewDatabase, development = false) =>
  prepareDatabase({ ownerUrl, connectionString: serviceUrl(ownerUrl), packageFolder, development });

const developmentTables = [
  'development_mails',
  'development_provider_records',
  'embedded_chain',
  'embedded_chain_accounts',
  'embedded_chain_transactions',
];

test('the service uses the development tables of a database that was prepared for production first', async () => {
  const database = await emptyDatabase();
  await prepare(database);
  await prepare(database, true);
  const service = open({ ...database, ownerUrl: serviceUrl(database.ownerUrl) });
  for (const table of developmentTables) await service.query(`delete from ${table}`);
  await expect(service.query('drop table embedded_chain')).rejects.toThrow('must be owner');
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
