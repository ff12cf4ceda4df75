import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { serviceUrl } from '../platform/db/index.ts';

const service = await startTestService({ PID_CHAIN: 'off' });
const folder = await mkdtemp(path.join(tmpdir(), 'pid-export-'));
afterAll(() => rm(folder, { recursive: true }));
const environment = {
  PID_CHAIN: 'off',
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_MASTER_KEY: testMasterKey,
  PID_BASE_URL: service.baseUrl,
  PID_LOG_LEVEL: 'silent',
};
const player = await newPlayer(service);
const reason = ['--as', 'siti', '--reason', 'Ticket 12: locked out'];
const lines: string[] = [];
const exportTo = (file: string, ...words: string[]) =>
  runPid(
    ['identity', 'export', player.pid, '--out', path.join(folder, file), ...words],
    environment,
    undefined,
    {
      log: (line) => void lines.push(line),
    },
  );

test("writes the player's own export to a file that only the operator can read", async () => {
  const own = (await player.client.get('/v1/identity/export')).body as Record<string, unknown>;
  expect((await exportTo('player.json', ...reason)).code).toBe(0);
  const file = path.join(folder, 'player.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const exported = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  // The export by the command is itself in the audit log.
  const {
    exportedAt: _now,
    activity,
    ...rest
  } = exported as { exportedAt: string; activity: { action: string }[] };
  const {
    exportedAt: _then,
    activity: before,
    ...ownRest
  } = own as typeof rest & { exportedAt: string; activity: unknown[] };
  expect(rest).toEqual(ownRest);
  expect(activity.map(({ action }) => action)).toContain('identity.exported');
  expect(activity).toHaveLength(before.length + 1);
});

test('the player reads who exported the data and why, and so does the security log', async () => {
  const { rows } = await service.db.query(
    "select actor, details ->> 'reason' as reason from audit_events where action = 'identity.exported'",
  );
  expect(rows).toEqual([{ actor: 'cli:siti', reason: 'Ticket 12: locked out' }]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    ['begun', 'done'].map((outcome) => ({
      event: 'export',
      operation: 'pid identity export',
      details: { subject: player.pid, actor: 'cli:siti', outcome },
    })),
  );
  const { rows: stored } = await service.db.query(
    "select event from security_events where operation = 'pid identity export'",
  );
  expect(stored).toEqual([{ event: 'export' }]);
});

test('exports nothing without a reason, to an existing file or of an unknown player', async () => {
  expect(await exportTo('other.json')).toMatchObject({ code: 1, text: expect.stringContaining('Say why') });
  await expect(stat(path.join(folder, 'other.json'))).rejects.toThrow('ENOENT');
  expect(await exportTo('player.json', ...reason)).toMatchObject({
    code: 1,
    text: expect.stringContaining('player.json is there already'),
  });
  const stranger = ['identity', 'export', 'nobody_here@pid', '--out', path.join(folder, 'n.json'), ...reason];
  expect(await runPid(stranger, environment)).toMatchObject({
    code: 1,
    text: 'There is no nobody_here@pid.',
  });
});

test('Ctrl-C leaves no file', async () => {
  const out = path.join(folder, 'interrupted.json');
  const { code, complaints } = await runPid(
    ['identity', 'export', player.pid, '--out', out, ...reason],
    environment,
    undefined,
    { interruption: () => AbortSignal.abort('interrupted') },
  );
  expect([code, complaints]).toEqual([130, ['Interrupted: nothing was exported.']]);
  await expect(stat(out)).rejects.toThrow('ENOENT');
});
