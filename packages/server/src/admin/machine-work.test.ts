import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { findings, openShop, richPlayer } from '../payments/testing/payment-fixture.ts';

const service = await startTestService();
const pid = (...words: string[]) =>
  runPid(words, {
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: service.baseUrl,
    PID_LOG_LEVEL: 'silent',
    PID_DATABASE_URL: service.connectionString,
  });
const machineOf = async (name: string, role: string) => {
  const adding = ['admin', 'credential', 'add', '--name', name, '--role', role, '--json'];
  const { secret } = JSON.parse((await pid(...adding)).text) as { secret: string };
  return { authorization: `Bearer ${secret}` };
};
const money = await machineOf('refund-desk', 'money');
const reader = await machineOf('auditor', 'reader');

test('a machine’s refund runs once per idempotency key, is audited, and does not share keys with the app', async () => {
  const shop = await openShop(service);
  const budi = await richPlayer(service);
  const { body: payment } = await shop.create({ amount: 40_000 });
  await budi.confirm(payment.id, 40_100);
  const headers = { ...money, 'idempotency-key': 'case-17' };
  const path = `/v1/admin/payments/${payment.id}/refunds`;
  const body = { amount: 6000, reason: 'Never arrived' };
  const answers = await Promise.all([1, 2, 3].map(() => service.client().post(path, body, headers)));
  expect(answers.map(({ body: { refunded } }) => refunded)).toEqual([6000, 6000, 6000]);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replay') === null)).toHaveLength(1);
  const changed = await service.client().post(path, { ...body, amount: 7000 }, headers);
  expect(changed.status).toBe(409);
  const own = await shop.ask(
    'POST',
    `/payments/${payment.id}/refunds`,
    { amount: 1000 },
    {
      'idempotency-key': 'case-17',
    },
  );
  expect([own.status, own.body.refunded]).toEqual([200, 7000]);
  const { rows } = await service.db.query(
    `select actor, details from audit_events where action = 'payment.refunded' and target = $1`,
    [payment.id],
  );
  expect(rows).toEqual([
    { actor: 'machine:refund-desk', details: { amount: 6000, reason: 'Never arrived' } },
  ]);
  expect(await findings(service)).toEqual([]);
  expect((await pid('payment', 'list', budi.pid)).text).toContain(`${payment.id}  paid  Rp`);
  expect((await pid('payment', 'list', shop.clientId)).text).toContain(payment.id);
  expect(JSON.parse((await pid('payment', 'show', payment.id, '--json')).text)).toMatchObject({
    id: payment.id,
    payer: budi.pid,
    refunded: '7000',
  });
  for (const words of [
    ['list', 'nobody_at_all@pid'],
    ['show', 'x'],
    ['show', crypto.randomUUID()],
  ])
    expect((await pid('payment', ...words)).code).toBe(1);
});

test('filters the audit log by actor, action, target and time, and exports it as CSV and NDJSON', async () => {
  const player = await newPlayer(service);
  await pid('--as', 'siti', 'admin', 'suspend', player.pid, '--reason', '=cheats, "often"');
  await pid('--as', 'budi', 'admin', 'reactivate', player.pid);
  const read = async (query: string) => {
    const { status, body } = await service.client().get(`/v1/admin/audit?${query}`, reader);
    return status === 200 ? (body.items as { action: string }[]).map(({ action }) => action) : status;
  };
  const target = `target=${encodeURIComponent(player.pid)}`;
  expect(await read(target)).toEqual(['identity.reactivated', 'identity.suspended']);
  expect(await read(`${target}&actor=cli:siti`)).toEqual(['identity.suspended']);
  expect(await read(`${target}&action=identity.reactivated`)).toEqual(['identity.reactivated']);
  expect(await read(`pid=${player.pid}&action=identity.`)).toContain('identity.suspended');
  expect(await read(`${target}&until=2020-01-01`)).toEqual([]);
  expect(await read(`${target}&from=2020-01-01&limit=1`)).toEqual(['identity.reactivated']);
  expect(await read('pid=nobody_at_all@pid')).toBe(404);
  expect(await read('from=2026-02-30')).toBe(400);
  expect(await read('from=monday')).toBe(400);

  const csv = await service.client().get(`/v1/admin/audit?${target}&format=csv`, reader);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = csv.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('id,at,actor,action,target,details,address,userAgent');
  expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual([
    'identity.reactivated',
    'identity.suspended',
  ]);
  expect(lines[2]).toContain(String.raw`"{""reason"":""=cheats, \""often\""""}"`);
  const ndjson = await service.client().get(`/v1/admin/audit?${target}&format=ndjson`, reader);
  expect(
    ndjson.text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { actor: string }).actor),
  ).toEqual(['cli:budi', 'cli:siti']);
  const printed = await pid('audit', 'export', '--target', player.pid, '--format', 'csv');
  expect(printed.lines.map((line) => line.split(',')[3])).toEqual([
    'action',
    'identity.suspended',
    'identity.reactivated',
  ]);
  expect((await pid('audit', 'export', '--format', 'xml')).code).toBe(2);
});

test('a reason must be one line in every command', async () => {
  const player = await newPlayer(service);
  expect((await pid('admin', 'suspend', player.pid, '--reason', 'a\nb')).complaints).toEqual([
    '--reason must be 1-200 characters in one line',
  ]);
  await pid('sessions', 'end', player.pid, '--yes', '--as', 'andi', '--reason', 'Asked by phone');
  await pid('keys', 'rotate', '--reason', 'Half a year');
  const { rows } = await service.db.query(
    `select action, details ->> 'reason' as reason from audit_events where action in ('sessions.ended', 'keys.rotated') order by id`,
  );
  expect(rows).toEqual([
    { action: 'sessions.ended', reason: 'Asked by phone' },
    { action: 'keys.rotated', reason: 'Half a year' },
  ]);
});
