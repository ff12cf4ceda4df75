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
