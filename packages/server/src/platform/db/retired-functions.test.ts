import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase, packageFolder } from '../../../test/new-database.ts';
import { isNewer } from './compare-versions.ts';
import { migrate, readSchema, type Schema } from './index.ts';

const retired = [
  { since: '1.1.0', names: ['unused_since_1'] },
  { since: 'unreleased', names: ['unused_since_next'] },
];

test('a function stays while nodes of the previous release call it, and is dropped by the release after', async () => {
  const { ownerUrl } = await emptyDatabase();
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const left = async () =>
    (
      await client.query<{ name: string }>("select proname as name from pg_proc where proname like 'unused%'")
    ).rows
      .map(({ name }) => name)
      .toSorted();
  const release = (version: string, upgradesFrom: string): Schema => ({
    version,
    upgradesFrom,
    migrations: [],
    functions: [],
    retired,
  });
  try {
    await migrate(ownerUrl, release('1.0.0', '0.9.0'));
    for (const name of retired.flatMap(({ names }) => names))
      await client.query(`create function ${name}() returns int language sql as 'select 1'`);
    await migrate(ownerUrl, release('1.1.0', '1.0.0'));
    expect(await left()).toEqual(['unused_since_1', 'unused_since_next']);
    await migrate(ownerUrl, release('1.2.0', '1.1.0'));
    expect(await left()).toEqual(['unused_since_next']);
  } finally {
    await client.end();
  }
});

test('only functions are listed that the database of the previous release can have', async () => {
  const { functions, retired: listed, upgradesFrom, version } = await readSchema(packageFolder, false);
  for (const { since, names } of listed) {
    // The previous release has dropped what was unused before it: remove it from the list.
    if (since !== 'unreleased') expect([since, isNewer(upgradesFrom, since)]).toEqual([since, false]);
    expect([since, since === 'unreleased' || !isNewer(since, version)]).toEqual([since, true]);
    expect(functions.filter(({ name }) => names.includes(name))).toEqual([]);
  }
});
