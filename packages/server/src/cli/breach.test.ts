import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { serviceUrl } from '../platform/db/index.ts';

const service = await startTestService();
const environment = {
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_MASTER_KEY: testMasterKey,
};
const list = (...words: string[]) =>
  runPid(['breach', 'list', '--json', '--as', 'dpo', ...words], environment);

test('lists the players who were signed in or had activity, with their addresses, and records the access', async () => {
  const [budi, citra] = [await newPlayer(service), await newPlayer(service)];
  // Citra was active a year before, but not since.
  await service.db.query('alter table audit_events disable trigger user');
  const long = "- interval '400 days' where identity_id = (select id from identities where handle = $1)";
  await service.db.query(`update audit_events set at = at ${long}`, [citra.handle]);
  await service.db.query('alter table audit_events enable trigger user');
  await service.db.query(
    `update sessions set created_at = created_at - interval '400 days', ended_at = now() ${long}`,
    [citra.handle],
  );
  const { code, text } = await list('--since', new Date(Date.now() - 3_600_000).toISOString());
  expect(code).toBe(0);
  const told = JSON.parse(text) as { people: { pid: string; addresses: string[]; why: string[] }[] };
  expect(told.people.find(({ pid }) => pid === budi.pid)).toEqual({
    pid: budi.pid,
    addresses: [budi.email],
    why: ['signed in', 'activity'],
  });
  expect(told.people.map(({ pid }) => pid)).not.toContain(citra.pid);
  const { rows } = await service.db.query<{ actor: string }>(
    "select actor from audit_events where action = 'breach.list'",
  );
  expect(rows).toEqual([{ actor: 'cli:dpo' }]);
});

test('refuses an invalid moment and a period that ends before it begins', async () => {
  expect(await list('--since', 'yesterday')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^--since must be/),
  });
  expect(await list('--since', '2026-02-02', '--until', '2026-01-01')).toMatchObject({
    code: 1,
    text: '--until must not be before --since',
  });
  expect(await list()).toMatchObject({ code: 2 });
});
