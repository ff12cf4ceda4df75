import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, readSchema, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { describeSchema } from '../../packages/server/test/describe-schema.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { emptyDatabase, packageFolder, type NewDatabase } from '../../packages/server/test/new-database.ts';
import { composed, sentBy } from '../../scripts/release/composed-statements.ts';
import { brokenStatements, describeStatements } from '../../scripts/release/describe-statements.ts';
import { readStatements } from '../../scripts/release/read-statements.ts';
import {
  lastRelease,
  nextPackageFolder,
  releases,
  restoreRelease,
  runSql,
  statementsOf,
  withoutParentheses,
} from './releases.ts';

const rolesOf = ({ ownerUrl }: NewDatabase) => ({ owner: ownerUrl, service: serviceUrl(ownerUrl) });
const open = (connectionString: string) => {
  const db = openDatabase({ connectionString, poolSize: 1, log: createLogger('silent') });
  onFileEnd(() => db.close());
  return db;
};
const migrateAs = ({ ownerUrl }: NewDatabase, folder: string, development = false) =>
  prepareDatabase({ ownerUrl, connectionString: serviceUrl(ownerUrl), packageFolder: folder, development });

/** A database of the last release, migrated as the next release will do it. */
async function upgradedDatabase(): Promise<NewDatabase> {
  const database = await emptyDatabase();
  await restoreRelease(database.ownerUrl);
  await migrateAs(database, nextPackageFolder());
  return database;
}

test(`the new schema accepts every statement of nodes of release ${lastRelease}`, async () => {
  const statements = statementsOf();
  expect(statements.length).toBeGreaterThan(400);
  expect(await brokenStatements(rolesOf(await upgradedDatabase()), statements)).toEqual([]);
});

test('no function that is left in the database calls one that was dropped', async () => {
  const before = await emptyDatabase();
  await restoreRelease(before.ownerUrl);
  const functionsOf = async ({ ownerUrl }: NewDatabase) =>
    (
      await open(ownerUrl).query<{ name: string; body: string }>(
        "select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace",
      )
    ).rows;
  const after = await functionsOf(await upgradedDatabase());
  const names = new Set(after.map(({ name }) => name));
  const dropped = (await functionsOf(before)).map(({ name }) => name).filter((name) => !names.has(name));
  const callers = after.filter(({ body }) => dropped.some((name) => new RegExp(`\\b${name}\\b`).test(body)));
  expect(callers.map(({ name }) => name)).toEqual([]);
});

test('detects a removed column, a changed type, a removed function, another result and a missing privilege', async () => {
  const database = await emptyDatabase();
  await runSql(
    database.ownerUrl,
    `create table things (id bigint, name text, extra text); grant select, insert on things to pid_service;
     create function thing_of(p_id bigint) returns table (name text, extra text) language sql as 'select name, extra from things where id = p_id'`,
  );
  const texts = [
    'select extra from things',
    'select id from things where name = $1',
    'select * from thing_of($1)',
    'insert into things (id, name) values ($1, $2)',
    "select count(*) as count, 'a' as word from things",
  ];
  const { described } = await describeStatements(rolesOf(database), texts);
  expect(described[2]).toEqual({
    text: texts[2],
    role: 'service',
    parameters: ['bigint'],
    columns: { name: 'text', extra: 'text' },
  });
  const broken = async (sql: string) => {
    await runSql(database.ownerUrl, sql);
    return (await brokenStatements(rolesOf(database), described)).map(({ text, refusal }) => [text, refusal]);
  };
  expect(await broken('alter table things add column more text')).toEqual([]);
  expect(await broken('alter table things alter column id type integer')).toEqual([
    [texts[1], 'column id: integer instead of bigint'],
    [texts[3], 'parameters integer,text instead of bigint,text'],
  ]);
  expect(await broken('revoke insert on things from pid_service')).toContainEqual([
    texts[3],
    'the service may not send it; parameters integer,text instead of bigint,text',
  ]);
  expect(
    await broken(
      `drop function thing_of; create function thing_of(p_id bigint) returns table (name text) language sql as 'select null::text'`,
    ),
  ).toContainEqual([texts[2], 'column extra: none instead of text']);
  expect(await broken('drop function thing_of')).toContainEqual([
    texts[2],
    'function thing_of(unknown) does not exist',
  ]);
  expect(await broken('alter table things drop column extra')).toContainEqual([
    texts[0],
    'column "extra" does not exist',
  ]);
});

test('every statement in the sources is read, and the schema accepts it', async () => {
  const { texts, unread } = await readStatements(path.join(packageFolder, 'src'));
  // A statement that the reader cannot put together needs an entry in scripts/release/composed-statements.ts.
  expect(unread).toEqual(
    Object.fromEntries(Object.entries(composed).map(([file, { calls }]) => [file, calls])),
  );
  for (const [file, each] of Object.entries(composed))
    if (each.send || each.texts)
      expect([file, (await sentBy(each)).length >= each.calls]).toEqual([file, true]);
  const database = await emptyDatabase();
  await migrateAs(database, packageFolder);
  expect((await describeStatements(rolesOf(database), texts)).refused).toEqual([]);
});

test.each([
  ['production', false],
  ['development', true],
])(
  'an upgraded %s database has the same schema, privileges and rows as a new one',
  async (_, development) => {
    const [created, upgraded] = [await emptyDatabase(), await emptyDatabase()];
    await restoreRelease(upgraded.ownerUrl);
    const { migrations, retired } = await readSchema(packageFolder, development);
    expect(await migrateAs(created, packageFolder, development)).toEqual(migrations.map(({ name }) => name));
    await migrateAs(upgraded, packageFolder, development);
    expect(await migrateAs(upgraded, packageFolder, development)).toEqual([]);

    const kept = retired.flatMap(({ names }) => names);
    const described = (await describeSchema(open(upgraded.ownerUrl))).filter(
      (line) => !kept.some((name) => line.startsWith(`function ${name}(`)),
    );
    const lines = await describeSchema(open(created.ownerUrl));
    expect(lines.length).toBeGreaterThan(1000);
    expect(withoutParentheses(described)).toEqual(withoutParentheses(lines));
    expect(lines.some((line) => line.startsWith('relation development_mails '))).toBe(development);

    const rowsOf = async ({ ownerUrl }: NewDatabase) => {
      const db = open(ownerUrl);
      const accounts = await db.query('select id, kind, name, balance from ledger_accounts order by id');
      const rules = await db.query('select * from ledger_fee_rules');
      const watches = await db.query(
        'select after_identity from recovery_watch union all select after_identity from claim_watch',
      );
      return [accounts.rows, rules.rows, watches.rows];
    };
    expect(await rowsOf(upgraded)).toEqual(await rowsOf(created));
  },
);

test('a database of a release before the last one is refused, and nothing is changed', async () => {
  const [older] = releases.slice(0, -1);
  const database = await emptyDatabase();
  await restoreRelease(database.ownerUrl, older ?? lastRelease);
  if (!older)
    await runSql(
      database.ownerUrl,
      'delete from applied_migrations where name = (select max(name) from applied_migrations)',
    );
  const before = await describeSchema(open(database.ownerUrl));
  await expect(migrateAs(database, nextPackageFolder())).rejects.toThrow(
    older ? `Install release ${lastRelease} first` : 'by a commit before release',
  );
  expect(await describeSchema(open(database.ownerUrl))).toEqual(before);
});
