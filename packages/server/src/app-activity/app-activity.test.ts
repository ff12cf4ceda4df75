import { expect, test } from 'vitest';
import { allowApp, bearing, exchange, newApp, newChallenge } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { createActivityRecorder } from './record-activity.ts';

const service = await startTestService();
const { client: owner } = await newPlayer(service);
const { client: player, pid: playerPid } = await newPlayer(service);

const activityOf = (clientId: string) => owner.call('getAppActivity', { client_id: clientId });

async function insertServed(clientId: string, count: number): Promise<void> {
  await service.db.query(
    `insert into app_requests (client_id, at, request_id, method, route, status, caller)
     select $1, now(), 'r' || n, 'GET', '/v1/profile', 200, 'player' from generate_series(1, $2::integer) n`,
    [clientId, count],
  );
}

async function login(app: Awaited<ReturnType<typeof newApp>>): Promise<string> {
  const { codeVerifier, fields } = newChallenge();
  const code = await allowApp(player, app, fields);
  const answer = await exchange(player, app, code, { code_verifier: codeVerifier });
  expect(answer.status).toBe(200);
  return answer.body.accessToken;
}

test('an owner sees logins per day and the outcome of each request, and nothing about the player', async () => {
  const app = await newApp(owner);
  const bearer = await login(app);
  const stranger = service.client();
  await stranger.get('/v1/identity/me', bearing(bearer));
  const refused = await stranger.get('/v1/passkeys', { ...bearing(bearer), 'x-request-id': 'mine-1234' });
  expect(refused.status).toBe(403);
  await stranger.post('/v1/auth/token', {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: 'wrong',
  });
  await stranger.get(
    `/v1/auth/authorize?client_id=${app.clientId}&redirect_uri=${encodeURIComponent('https://other.example/')}`,
  );
  const { logins, requests } = await activityOf(app.clientId);
  expect(logins).toHaveLength(30);
  expect(logins.at(-1)!.count).toBe(1);
  expect(
    requests.map(({ method, route, status, code, caller }) => [method, route, status, code, caller]),
  ).toEqual([
    ['GET', '/v1/auth/authorize', 400, expect.any(String), 'unproven'],
    ['POST', '/v1/auth/token', 401, 'unauthorized', 'unproven'],
    ['GET', '/v1/passkeys', 403, 'read_only_token', 'player'],
    ['GET', '/v1/identity/me', 200, null, 'player'],
    ['POST', '/v1/auth/exchange', 200, null, 'app'],
  ]);
  expect(requests[2]!.requestId).toBe('mine-1234');
  const { rows } = await service.db.query<{ row: string }>('select r::text as row from app_requests r');
  expect(rows.map(({ row }) => row).join('\n')).not.toMatch(
    new RegExp(`${playerPid}|127\\.0\\.0\\.1|::1|other\\.example|wrong`),
  );
});

test('only the owner and the app itself can read its activity', async () => {
  const app = await newApp(owner);
  const path = `/v1/apps/${app.clientId}/activity`;
  expect((await player.get(path)).status).toBe(404);
  const token = await service.client().post('/v1/auth/token', {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });
  const own = await service.client().get(path, bearing(token.body.access_token));
  expect(own.body.requests[0]).toMatchObject({ route: '/v1/auth/token', caller: 'app' });
  const other = await newApp(player);
  expect(
    (await service.client().get(`/v1/apps/${other.clientId}/activity`, bearing(token.body.access_token)))
      .status,
  ).toBe(404);
});

test('unproven requests in the name of an app are limited and never displace the app’s own requests', async () => {
  const app = await newApp(owner);
  await insertServed(app.clientId, 199);
  await login(app);
  await activityOf(app.clientId);
  const stranger = service.client();
  const body = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: 'wrong' };
  for (let round = 0; round < 2; round += 1) {
    for (let turn = 0; turn < 70; turn += 1) await stranger.post('/v1/auth/token', body);
    const { requests } = await activityOf(app.clientId);
    // Of 70 requests between two writes, 50 are kept; of 140 in total, also 50.
    expect(requests.filter(({ caller }) => caller === 'unproven')).toHaveLength(50);
    expect(requests.filter(({ caller }) => caller === 'app')).toHaveLength(1);
  }
  const { rows } = await service.db.query<{ id: bigint }>(
    "select id from app_requests where client_id = $1 and caller = 'unproven'",
    [app.clientId],
  );
  expect(rows).toHaveLength(50);
  const { rows: own } = await service.db.query(
    "select from app_requests where client_id = $1 and caller <> 'unproven'",
    [app.clientId],
  );
  expect(own).toHaveLength(200);
});

test('a node buffers at most 70 requests of one app between two writes', async () => {
  const app = await newApp(owner);
  await activityOf(app.clientId);
  const written = async () =>
    (await service.db.query<{ id: bigint }>('select max(id) as id from app_requests')).rows[0]!.id;
  const recorder = createActivityRecorder({ ...service, timeZone: 'Asia/Jakarta' });
  const seen = { clientId: app.clientId, at: service.clock.now(), method: 'GET', route: '/', status: 200 };
  await insertServed(app.clientId, 1);
  const before = await written();
  for (let turn = 0; turn < 300; turn += 1)
    for (const code of [null, 'unauthorized'])
      recorder.request({ ...seen, requestId: `r${turn}`, code, reason: null, caller: 'app' });
  await recorder.flush();
  expect(Number((await written()) - before)).toBe(70);
});

test('keeps the newest 20 successful requests between two writes, and unproven requests displace none of the app’s 200', async () => {
  const app = await newApp(owner);
  const recorder = createActivityRecorder({ db: service.db, clock: service.clock, timeZone: 'UTC' });
  const see = (caller: 'app' | 'unproven', number: number) =>
    recorder.request({
      clientId: app.clientId,
      at: service.clock.now(),
      requestId: `${caller}-${number}`,
      method: 'POST',
      route: '/v1/auth/token',
      status: caller === 'app' ? 200 : 401,
      code: caller === 'app' ? null : 'unauthorized',
      reason: null,
      caller,
    });
  const kept = async (caller: string) => {
    const { rows } = await service.db.query<{ id: string }>(
      'select request_id as id from app_requests where client_id = $1 and caller = $2 order by app_requests.id',
      [app.clientId, caller],
    );
    return rows.map(({ id }) => id);
  };
  for (let number = 1; number <= 30; number += 1) see('app', number);
  await recorder.flush();
  expect(await kept('app')).toEqual(Array.from({ length: 20 }, (_, index) => `app-${index + 11}`));

  for (let number = 31; number <= 210; number += 1) {
    see('app', number);
    if (number % 20 === 10) await recorder.flush();
  }
  for (let number = 1; number <= 50; number += 1) see('unproven', number);
  await recorder.flush();
  expect(await kept('unproven')).toHaveLength(50);
  expect(await kept('app')).toHaveLength(200);
});

test('buffers requests of at most 200 unproven apps between two writes, and of every proven app', async () => {
  const [remembered, forgotten] = [await newApp(owner), await newApp(owner)];
  const recorder = createActivityRecorder({ db: service.db, clock: service.clock, timeZone: 'UTC' });
  const see = (clientId: string, caller: 'app' | 'unproven') =>
    recorder.request({
      clientId,
      at: service.clock.now(),
      requestId: caller,
      method: 'POST',
      route: '/v1/auth/token',
      status: 401,
      code: 'unauthorized',
      reason: null,
      caller,
    });
  for (let number = 1; number <= 199; number += 1) see(`app_made_up_${number}`, 'unproven');
  see(remembered.clientId, 'unproven');
  see(forgotten.clientId, 'unproven');
  see(forgotten.clientId, 'app');
  await recorder.flush();
  const { rows } = await service.db.query<{ client_id: string; caller: string }>(
    'select client_id, caller from app_requests where client_id = any ($1) order by id',
    [[remembered.clientId, forgotten.clientId]],
  );
  expect(rows.map(({ client_id: clientId, caller }) => [clientId, caller])).toEqual(
    expect.arrayContaining([
      [remembered.clientId, 'unproven'],
      [forgotten.clientId, 'app'],
    ]),
  );
  expect(rows).toHaveLength(2);
});

test('shows the last 200 requests of 30 days, and stores nothing for apps that do not exist', async () => {
  const app = await newApp(owner);
  await insertServed(app.clientId, 230);
  await login(app);
  const { requests } = await activityOf(app.clientId);
  expect(requests).toHaveLength(200);
  expect(requests[0]!.route).toBe('/v1/auth/exchange');
  await service.client().post('/v1/auth/token', {
    grant_type: 'client_credentials',
    client_id: `app_${'0'.repeat(24)}`,
    client_secret: 'x',
  });
  await activityOf(app.clientId);
  const count = async () =>
    (await service.db.query<{ count: bigint }>('select count(*) as count from app_requests')).rows[0]!.count;
  const { rows } = await service.db.query('select from app_requests where client_id = $1', [
    `app_${'0'.repeat(24)}`,
  ]);
  expect(rows).toHaveLength(0);
  service.clock.advanceSeconds(31 * 86_400);
  await service.service.forget();
  expect(await count()).toBe(0n);
});
