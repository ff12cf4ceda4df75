import { expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { serviceUrl } from '../platform/db/index.ts';

const service = await startTestService();
const other = await startTestService({}, service);
const settings = { PID_MASTER_KEY: testMasterKey, PID_BASE_URL: service.baseUrl, PID_LOG_LEVEL: 'silent' };
const pid = (...words: string[]) =>
  runPid(words, { ...settings, PID_DATABASE_URL: service.connectionString });

const patience = { timeout: 60_000 };
let made = 0;
async function newMachine(role: string, ...flags: string[]) {
  const name = `${role}-${(made += 1)}`;
  const { text } = await pid(
    'admin',
    'credential',
    'add',
    '--name',
    name,
    '--role',
    role,
    '--json',
    ...flags,
  );
  const { secret } = JSON.parse(text) as { secret: string };
  return { name, secret, headers: { authorization: `Bearer ${secret}` } };
}
type Machine = Awaited<ReturnType<typeof newMachine>>;

const get = (machine: Machine, path: string, node = service) => node.client().get(path, machine.headers);
const post = (machine: Machine, path: string, body?: unknown) =>
  service.client().post(path, body, machine.headers);
async function trailOf(machine: Machine) {
  const { rows } = await service.db.query<{ action: string; target: string }>(
    'select action, target, details, address from audit_events where actor = $1 order by id',
    [`machine:${machine.name}`],
  );
  return rows;
}

test('shows the secret once and stores only its hash', async () => {
  const machine = await newMachine('reader');
  expect(machine.secret).toMatch(/^pid_machine_[\w-]{43}$/);
  expect((await pid('admin', 'credential', 'list')).text).toContain(`${machine.name}  reader  made by cli`);
  const { rows } = await service.db.query<{ row: string }>(
    'select m::text as row from machine_credentials m where name = $1',
    [machine.name],
  );
  expect(rows[0]!.row).not.toContain(machine.secret);
  const { rows: events } = await service.db.query<{ row: string }>(
    'select a::text as row from audit_events a where target = $1',
    [`machine:${machine.name}`],
  );
  expect(events).toHaveLength(1);
  expect(events[0]!.row).not.toContain(machine.secret);
});

test('a reader can read, and each use has an audit event with its name', async () => {
  const machine = await newMachine('reader');
  expect((await get(machine, '/v1/admin/identities?query=budi')).status).toBe(200);
  expect(await trailOf(machine)).toEqual([
    {
      action: 'machine.used',
      target: 'searchIdentities',
      details: { path: '/v1/admin/identities', role: 'reader' },
      address: expect.any(String),
    },
  ]);
});

test('refuses a role that is too small with its own code, and changes nothing', async () => {
  const player = await newPlayer(service);
  const app = await newApp(player.client);
  const money = '/v1/admin/suspense/7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f/refund';
  const suspend = `/v1/admin/identities/${player.pid}/suspend`;
  const verify = `/v1/admin/apps/${app.clientId}/verify`;
  const [reader, support, moneyMachine] = [
    await newMachine('reader'),
    await newMachine('support'),
    await newMachine('money'),
  ];
  const refused: [Machine, string, string][] = [
    [reader, suspend, 'role_too_small; role=reader; needs=support'],
    [moneyMachine, suspend, 'role_too_small; role=money; needs=support'],
    [reader, money, 'role_too_small; role=reader; needs=money'],
    [support, money, 'role_too_small; role=support; needs=money'],
    [support, verify, 'role_too_small; role=support; needs=owner'],
    [moneyMachine, verify, 'role_too_small; role=money; needs=owner'],
  ];
  for (const [machine, path, code] of refused) {
    const answer = await post(machine, path, path === money ? { reason: 'Paid twice' } : {});
    expect([answer.status, answer.headers.get('pid-error')]).toEqual([403, code]);
  }
  expect((await post(reader, suspend, {})).body.message).toBe(
    'A machine credential with the role reader may not do this: it requires support or owner',
  );
  expect((await player.client.get('/v1/identity/me')).body.status).toBe('active');
  expect((await player.client.get(`/v1/apps/${app.clientId}`)).body.verified).toBe(false);
  await expect
    .poll(async () => {
      const { rows } = await service.db.query(
        `select from security_events where event = 'administration.refused' and details ->> 'machine' = $1`,
        [reader.name],
      );
      return rows.length;
    }, patience)
    .toBe(3);
});

test('a machine acts within its role without a passkey signature, and the audit log names it', async () => {
  const player = await newPlayer(service);
  const [support, money, owner] = [
    await newMachine('support'),
    await newMachine('money'),
    await newMachine('owner'),
  ];
  const suspended = await post(support, `/v1/admin/identities/${player.pid}/suspend`, {
    reason: 'Reported by three players',
  });
  expect(suspended.body).toMatchObject({ pid: player.pid, status: 'suspended' });
  const unknown = await post(money, '/v1/admin/suspense/7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f/refund', {
    reason: 'Paid twice',
  });
  expect(unknown.headers.get('pid-error')).toBe('suspense_not_found');
  expect((await post(owner, `/v1/admin/identities/${player.pid}/reactivate`)).body.status).toBe('active');
  expect((await post(owner, `/v1/admin/identities/${player.pid}/delete`)).body.status).toBe('deleted');
  expect((await trailOf(support)).map(({ action, target }) => [action, target])).toEqual([
    ['machine.used', 'suspendIdentityAsAdmin'],
    ['identity.suspended', player.pid],
  ]);
  expect((await trailOf(support))[1]).toMatchObject({ details: { reason: 'Reported by three players' } });
  expect((await trailOf(owner)).map(({ action }) => action)).toEqual([
    'machine.used',
    'identity.reactivated',
    'machine.used',
    'identity.deleted',
  ]);
});

test('a credential is refused outside the admin routes, and a made-up one is refused everywhere', async () => {
  const owner = await newMachine('owner');
  for (const path of ['/v1/identity/me', '/v1/apps'])
    expect([path, (await get(owner, path)).status]).toEqual([path, 401]);
  const madeUp = { ...owner, headers: { authorization: `Bearer pid_machine_${'A'.repeat(43)}` } };
  expect((await get(madeUp, '/v1/admin/audit')).status).toBe(401);
  const longer = { ...owner, headers: { authorization: `Bearer ${owner.secret}A` } };
  expect((await get(longer, '/v1/admin/audit')).status).toBe(404);
});

test('every node refuses a revoked credential; only one of two concurrent revocations succeeds', async () => {
  const machine = await newMachine('reader');
  expect((await get(machine, '/v1/admin/audit')).status).toBe(200);
  expect((await get(machine, '/v1/admin/audit', other)).status).toBe(200);
  const revoking = [
    'admin',
    'credential',
    'revoke',
    machine.name,
    '--as',
    'andi',
    '--reason',
    'Leaked',
    '--yes',
  ];
  const outcomes = await Promise.all([pid(...revoking), pid(...revoking)]);
  expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  for (const node of [service, other])
    await expect.poll(async () => (await get(machine, '/v1/admin/audit', node)).status, patience).toBe(401);
  const { rows } = await service.db.query(
    `select actor, details from audit_events where action = 'machine.revoked' and target = $1`,
    [`machine:${machine.name}`],
  );
  expect(rows).toEqual([{ actor: 'cli:andi', details: { reason: 'Leaked' } }]);
});

test('gives a name to one of several concurrent requests and never again', async () => {
  const adding = ['admin', 'credential', 'add', '--name', 'the-only-one', '--role', 'reader'];
  const outcomes = await Promise.all([pid(...adding), pid(...adding), pid(...adding)]);
  expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1, 1]);
  await pid('admin', 'credential', 'revoke', 'the-only-one', '--yes');
  expect((await pid(...adding)).complaints).toEqual([
    'There is or was a machine credential the-only-one: choose another name.',
  ]);
});

test('refuses an expired credential', async () => {
  const machine = await newMachine('reader', '--days', '1');
  expect((await get(machine, '/v1/admin/audit')).status).toBe(200);
  service.clock.advanceSeconds(86_401);
  expect((await get(machine, '/v1/admin/audit')).status).toBe(401);
});

test('refuses to add or revoke a credential with the service database role, and says which role to use', async () => {
  const asService = (...words: string[]) =>
    runPid(words, { ...settings, PID_DATABASE_URL: serviceUrl(service.connectionString) });
  const { code, complaints } = await asService(
    'admin',
    'credential',
    'add',
    '--name',
    'smuggled',
    '--role',
    'owner',
  );
  expect([code, complaints]).toEqual([
    1,
    ['The role that serves may not do this: set PID_DATABASE_OWNER_URL to the owner of the tables.'],
  ]);
  const machine = await newMachine('reader');
  expect((await asService('admin', 'credential', 'revoke', machine.name, '--yes')).code).toBe(1);
  expect((await get(machine, '/v1/admin/audit')).status).toBe(200);
});

test.each([
  ['--name', 'X', '--role', 'reader'],
  ['--name', 'fine', '--role', 'reader', '--days', '0'],
  ['--name', 'fine', '--role', 'god'],
  ['--name', 'fine'],
])('pid admin credential add %s %s %s %s is refused', async (...flags) => {
  expect((await pid('admin', 'credential', 'add', ...flags)).code).toBeGreaterThan(0);
});
