import { beforeAll, expect, test } from 'vitest';
import { activate, activationBody, balanceOf, chainOf, fund, newOwner } from '../../test/account-helper.ts';
import { bearerFor, bearing, newApp, type TestApp } from '../../test/app-helper.ts';
import { HttpClient } from '../../test/http-client.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

/** Rent of the account, the fee of three signatures, and a protocol fee of a tenth of that fee. */
const cost = 1_454_640n + 15_000n + 1500n;
const settings = {
  PID_SPONSOR_ACTIVATION: String(cost * 5n),
  PID_SPONSOR_ACTIVATION_PER_APP: String(cost * 3n),
};
let service: TestService;
let otherNode: TestService;

beforeAll(async () => {
  service = await startTestService(settings);
  moveToMorning(service);
  otherNode = await startTestService(settings, service);
});

async function verifiedApp(): Promise<TestApp> {
  const app = await newApp((await newPlayer(service)).client);
  await service.db.query('update apps set verified = true where client_id = $1', [app.clientId]);
  return app;
}

async function ownerFrom(app: TestApp) {
  const owner = await newOwner(service);
  return { ...owner, bearer: await bearerFor(owner.client, app) };
}

async function spentBy(app: TestApp): Promise<bigint> {
  const { rows } = await service.db.query<{ lamports: bigint }>(
    `select coalesce(sum(lamports), 0)::bigint as lamports from relay_spending where pool = 'sponsorship' and holder = $1`,
    [`app:${app.clientId}`],
  );
  return rows[0]!.lamports;
}

async function waitingToReserve(): Promise<number> {
  const { rows } = await service.db.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into relay_spending%'`,
  );
  return rows[0]!.count;
}

const sponsorshipOf = async ({ client }: { client: HttpClient }) =>
  (await client.get('/v1/account/sponsorship')).body;

test('a player of a verified app activates once without SOL, and the vault’s balance does not change', async () => {
  const app = await verifiedApp();
  const owner = await ownerFrom(app);
  expect(await sponsorshipOf(owner)).toEqual({
    status: 'available',
    app: { clientId: app.clientId, name: 'Star Game' },
  });
  expect((await owner.client.get('/v1/account')).body).toMatchObject({ status: 'ready', balanceLamports: 0 });
  const readiness = await service.client().get('/v1/account/readiness', bearing(owner.bearer));
  expect(readiness.body).toEqual({ canPlay: false, missing: ['activation'] });
  const body = await activationBody(owner);
  const twice = await Promise.all([
    owner.client.post('/v1/account/activate', body),
    owner.client.post('/v1/account/activate', body),
  ]);
  for (const answer of twice) expect(answer).toMatchObject({ status: 200, body: { status: 'activated' } });
  const chain = await chainOf(service);
  expect(await balanceOf(chain, owner.vault)).toBe(0n);
  expect(await spentBy(app)).toBe(cost);
  const { items } = (await owner.client.get('/v1/account/operations')).body;
  expect(items).toMatchObject([{ kind: 'activate', networkFeeLamports: '0', protocolFeeLamports: '0' }]);
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'activated' } });
  expect(await spentBy(app)).toBe(cost);
  expect(await sponsorshipOf(owner)).toEqual({ status: 'not_needed', app: null });

  // A small balance stays unchanged: the sponsored amount cannot be withdrawn.
  const little = await ownerFrom(app);
  await fund(little, 1_000_000n);
  expect(await activate(little)).toMatchObject({ status: 200, body: { status: 'activated' } });
  expect(await balanceOf(chain, little.vault)).toBe(1_000_000n);
  // A player with enough SOL pays for the activation.
  const rich = await ownerFrom(app);
  await fund(rich, 1_000_000_000n);
  expect(await sponsorshipOf(rich)).toEqual({ status: 'not_needed', app: null });
  expect(await activate(rich)).toMatchObject({ status: 200, body: { status: 'activated' } });
  expect(await balanceOf(chain, rich.vault)).toBe(1_000_000_000n - cost);
  expect(await spentBy(app)).toBe(2n * cost);
});

test('sponsors no player without a current connection to a verified app, whatever the request names', async () => {
  const app = await verifiedApp();
  const plain = await newApp((await newPlayer(service)).client);
  const owner = await ownerFrom(plain);
  const none = { status: 'no_app', app: null };
  expect(await sponsorshipOf(owner)).toEqual(none);
  const body = await activationBody(owner);
  for (const [path, fields] of [
    ['/v1/account/activate', {}],
    [`/v1/account/activate?client_id=${app.clientId}`, {}],
    ['/v1/account/activate', { client_id: app.clientId }],
  ] as const) {
    const answer = await owner.client.post(path, { ...body, ...fields });
    if (answer.status === 200) expect(answer.body.status).toBe('funding_required');
    else expect(answer.status).toBe(400);
  }
  const forged = await owner.client.get(`/v1/account/sponsorship?client_id=${app.clientId}`);
  expect([400, none]).toContainEqual(forged.status === 400 ? 400 : forged.body);

  await bearerFor(owner.client, app);
  expect((await sponsorshipOf(owner)).status).toBe('available');
  await service.db.query('update apps set paused_at = now() where client_id = $1', [app.clientId]);
  expect(await sponsorshipOf(owner)).toEqual(none);
  await service.db.query('update apps set paused_at = null where client_id = $1', [app.clientId]);
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [
    owner.pid.split('@')[0],
  ]);
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'funding_required' } });
  await service.db.query(`update identities set status = 'active' where handle = $1`, [
    owner.pid.split('@')[0],
  ]);
  expect((await sponsorshipOf(owner)).status).toBe('available');
  // For a second, the session may still be remembered as suspended.
  const disconnect = async () => (await owner.client.delete(`/v1/connected-apps/${app.clientId}`)).status;
  await expect.poll(disconnect, { timeout: 10_000 }).toBe(200);
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'funding_required' } });
  expect(await spentBy(app)).toBe(0n);
});

test('five concurrent activations on two nodes with a daily budget for three: three are sponsored, two can still pay', async () => {
  const app = await verifiedApp();
  const owners = await Promise.all(Array.from({ length: 5 }, () => ownerFrom(app)));
  const bodies = await Promise.all(owners.map((owner) => activationBody(owner)));
  // All five requests read the remaining budget before any of them reserves part of it.
  const asked = await service.db.transaction(async (tx) => {
    await tx.query(`select from relay_spending where pool = 'sponsorship' and holder = 'all' for update`);
    const sent = owners.map((owner, index) => {
      const client = new HttpClient(index % 2 === 0 ? service.baseUrl : otherNode.baseUrl);
      client.setCookie('pid_access', owner.client.cookie('pid_access')!);
      return client.post('/v1/account/activate', bodies[index]);
    });
    await expect.poll(waitingToReserve, { interval: 50 }).toBe(5);
    return { sent };
  });
  const answers = await Promise.all(asked.sent);
  expect(answers.map(({ body }) => body.status).toSorted()).toEqual([
    'activated',
    'activated',
    'activated',
    'funding_required',
    'funding_required',
  ]);
  expect(await spentBy(app)).toBe(3n * cost);
  const left = owners[answers.findIndex(({ body }) => body.status === 'funding_required')]!;
  expect(await sponsorshipOf(left)).toEqual({ status: 'exhausted', app: null });
  expect((await left.client.get('/v1/account')).body.status).toBe('funding_required');
  // The global budget of five is used up, two in the first test and three here, so another app has nothing
  // left either.
  expect(await sponsorshipOf(await ownerFrom(await verifiedApp()))).toEqual({
    status: 'exhausted',
    app: null,
  });
  await fund(left, 1_000_000_000n);
  expect(await activate(left)).toMatchObject({ status: 200, body: { status: 'activated' } });
});

test('reports sponsorship as off when it is not configured', async () => {
  const plain = await startTestService();
  const owner = await newOwner(plain);
  expect(await sponsorshipOf(owner)).toEqual({ status: 'off', app: null });
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'funding_required' } });
});
