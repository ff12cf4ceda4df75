import pg from 'pg';
import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { emptyDatabase } from '../../test/new-database.ts';
import { serviceUrl } from '../platform/db/index.ts';

test('--plan says what a migration would lock and change, and changes nothing', async () => {
  const { ownerUrl } = await emptyDatabase();
  const environment = { PID_DATABASE_URL: serviceUrl(ownerUrl), PID_DATABASE_OWNER_URL: ownerUrl };
  const plan = await runPid(['migrate', '--plan'], environment);
  expect(plan.code).toBe(0);
  expect(plan.lines).toContain('202611180700_available_indexes');
  expect(plan.text).toMatch(/\nReplaces \d+ functions, which locks no table, and the views .*app_facts/);
  expect(plan.lines.slice(-2)).toEqual([
    'Sessions stay.',
    'A lock that is not free within 1 s is tried again later, so requests wait no longer than that.',
  ]);
  const { lines } = await runPid(['migrate', '--plan', '--json'], environment);
  expect(JSON.parse(lines[0]!)).toMatchObject({ sessionsEnd: false });

  expect((await runPid(['migrate'], environment)).text).toMatch(/^Applied /);
  expect((await runPid(['migrate', '--plan'], environment)).text).toBe('The database is up to date.');
});

test('refuses to skip a release in one sentence, also with --plan', async () => {
  const { ownerUrl } = await emptyDatabase();
  const environment = { PID_DATABASE_URL: serviceUrl(ownerUrl), PID_DATABASE_OWNER_URL: ownerUrl };
  expect((await runPid(['migrate'], environment)).code).toBe(0);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("update applied_releases set version = '0.0.9'");
  await owner.end();
  for (const words of [['migrate'], ['migrate', '--plan']]) {
    const { code, complaints } = await runPid(words, environment);
    expect([code, complaints]).toEqual([
      1,
      [
        expect.stringMatching(
          /^Release \S+ upgrades a database of release (\S+), and this one was last migrated by release 0\.0\.9\. Nothing was changed\. Install release \1 first/,
        ),
      ],
    ]);
  }
});
