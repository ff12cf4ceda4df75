import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { bearing, newApp, type TestApp } from '../../../test/app-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { readUserCode } from './user-code.ts';

const service = await startTestService({ PID_TRUSTED_PROXIES: '127.0.0.1,::1' });
const developer = await newPlayer(service);
const app = await newApp(developer.client, { deviceFlow: true });
const device = service.client();
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

function begin(of: TestApp = app, fields: Record<string, string> = {}, headers = {}) {
  const form = new URLSearchParams({ client_id: of.clientId, scope: 'openid profile', ...fields });
  return device.post('/oidc/device_authorization', form, headers);
}

function poll(deviceCode: string, of: TestApp = app, fields: Record<string, string> = {}) {
  const form = { grant_type: grantType, device_code: deviceCode, client_id: of.clientId, ...fields };
  return device.post('/oidc/token', new URLSearchParams(form));
}

describe('the unmodified openid-client', () => {
  const discover = () =>
    openid.discovery(new URL(service.baseUrl), app.clientId, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });

  test('signs a player in on a device; the player types the code elsewhere', async () => {
    const configuration = await discover();
    const asked = await openid.initiateDeviceAuthorization(configuration, { scope: 'openid profile' });
    expect(asked).toMatchObject({
      expires_in: 300,
      interval: 5,
      verification_uri: `${service.baseUrl}/device`,
    });
    expect(asked.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(asked.verification_uri_complete).toBe(`${service.baseUrl}/device?user_code=${asked.user_code}`);
    const { client, pid } = await newPlayer(service);
    const typed = asked.user_code.replace('-', ' ').toLowerCase();
    expect(await client.call('describeDevice', { user_code: typed })).toMatchObject({
      app: { name: 'Star Game', verified: false, status: 'active' },
      scopes: ['openid', 'profile'],
      nearby: true,
    });
    await client.call('decideDevice', { userCode: typed, decision: 'allow' });
    // The test does not wait for the real polling interval.
    const tokens = await openid.pollDeviceAuthorizationGrant(configuration, { ...asked, interval: 0.01 });
    expect(tokens.claims()).toMatchObject({ iss: service.baseUrl, sub: pid, aud: app.clientId });
    expect(tokens.scope).toBe('openid profile');
    const read = (path: string) => device.get(path, bearing(tokens.access_token));
    expect((await read('/v1/identity/me')).body.pid).toBe(pid);
    expect((await read('/v1/profile')).status).toBe(200);
    expect((await read('/v1/fiat/balance')).status).toBe(403);
    expect((await client.call('listConnectedApps', {})).items).toHaveLength(1);
  });

  test('gets access_denied if the player denies', async () => {
    const configuration = await discover();
    const asked = await openid.initiateDeviceAuthorization(configuration, { scope: 'openid' });
    const { client } = await newPlayer(service);
    await client.call('decideDevice', { userCode: asked.user_code, decision: 'deny' });
    await expect(
      openid.pollDeviceAuthorizationGrant(configuration, { ...asked, interval: 0.01 }),
    ).rejects.toMatchObject({ error: 'access_denied' });
    expect((await client.call('listConnectedApps', {})).items).toEqual([]);
  });
});

describe('a device login', () => {
  test('returns authorization_pending, slow_down for early polls, and expired_token after its lifetime', async () => {
    const { body } = await begin();
    expect((await poll(body.device_code)).body.error).toBe('authorization_pending');
    expect((await poll(body.device_code)).body.error).toBe('slow_down');
    service.clock.advanceSeconds(6);
    expect((await poll(body.device_code)).body.error).toBe('slow_down');
    service.clock.advanceSeconds(15);
    expect((await poll(body.device_code)).body.error).toBe('authorization_pending');
    service.clock.advanceSeconds(300);
    expect((await poll(body.device_code)).body.error).toBe('expired_token');
    const { client } = await newPlayer(service);
    expect((await client.get(`/v1/auth/device?user_code=${body.user_code}`)).status).toBe(404);
  });

  test('gives its tokens to exactly one of twenty concurrent polls', async () => {
    const { body } = await begin();
    const { client } = await newPlayer(service);
    await client.call('decideDevice', { userCode: body.user_code, decision: 'allow' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(body.device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // The player did not refuse, so the other polls must not get `access_denied`.
    expect(new Set(answers.map((answer) => answer.body.error))).toEqual(
      new Set([undefined, 'invalid_grant']),
    );
    expect((await poll(body.device_code)).body.error).toBe('invalid_grant');
  });

  test('gives no tokens to another client, or after a disconnection or suspension', async () => {
    const other = await newApp(developer.client, { deviceFlow: true });
    const { client, pid } = await newPlayer(service);
    const allowed = async () => {
      const { body } = await begin();
      await client.call('decideDevice', { userCode: body.user_code, decision: 'allow' });
      return body.device_code as string;
    };
    const first = await allowed();
    expect((await poll(first, other)).body.error).toBe('invalid_grant');
    await client.call('disconnectApp', { client_id: app.clientId });
    expect((await poll(first)).body.error).toBe('access_denied');
    const second = await allowed();
    await service.db.query(
      "update identities set status = 'suspended', bearer_epoch = bearer_epoch + 1 where handle = $1",
      [pid.replace('@pid', '')],
    );
    expect((await poll(second)).body.error).toBe('access_denied');
  });

  test('needs an app with deviceFlow that is not paused and sends its secret if required', async () => {
    const plain = await newApp(developer.client);
    expect((await begin(plain)).body.error).toBe('unauthorized_client');
    expect((await begin({ ...app, clientId: 'app_unknown' })).body.error).toBe('invalid_client');
    const secret = await newApp(developer.client, { deviceFlow: true, requireSecret: true });
    expect((await begin(secret)).body.error).toBe('invalid_client');
    expect((await begin(secret, { client_secret: secret.clientSecret })).status).toBe(200);
    const resting = await newApp(developer.client, { deviceFlow: true });
    const { body } = await begin(resting);
    await service.db.query('update apps set paused_at = now() where client_id = $1', [resting.clientId]);
    expect((await begin(resting)).body.error).toBe('access_denied');
    expect((await poll(body.device_code, resting)).body.error).toBe('access_denied');
    const { client } = await newPlayer(service);
    expect((await client.get(`/v1/auth/device?user_code=${body.user_code}`)).status).toBe(404);
  });

  test('is listed in the discovery document', async () => {
    const { body } = await device.get('/.well-known/openid-configuration');
    expect(body.device_authorization_endpoint).toBe(`${service.baseUrl}/oidc/device_authorization`);
    expect(body.grant_types_supported).toContain(grantType);
  });
});

describe('a player who types a code', () => {
  test('decides once; a second decision changes nothing', async () => {
    const { body } = await begin();
    const [one, two] = [await newPlayer(service), await newPlayer(service)];
    const decide = (client: typeof device, decision: 'allow' | 'deny') =>
      client.post('/v1/auth/device', { userCode: body.user_code, decision });
    const answers = await Promise.all([decide(one.client, 'allow'), decide(two.client, 'deny')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await decide(one.client, 'deny')).status).toBe(404);
  });

  test('is refused if another player allows the same device first', async () => {
    const { body: begun } = await begin();
    const players = [await newPlayer(service), await newPlayer(service)];
    const waiting = async () => {
      const { rows } = await service.db.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like 'update device_logins%'`,
      );
      return rows[0]!.count;
    };
    // Both players find the login undecided before either decides.
    const { sent } = await service.db.transaction(async (tx) => {
      await tx.query('select from device_logins where decision is null for update');
      const asked = players.map(({ client }) =>
        client.post('/v1/auth/device', { userCode: begun.user_code, decision: 'allow' }),
      );
      await expect.poll(waiting, { interval: 50 }).toBe(2);
      return { sent: asked };
    });
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404]);
    const { body: tokens } = await poll(begun.device_code);
    const { body: who } = await device.get('/v1/identity/me', bearing(tokens.access_token));
    expect(who.pid).toBe(players[statuses.indexOf(200)]!.pid);
  });

  test('sees whether the device is nearby', async () => {
    const { body } = await begin(app, {}, { 'x-forwarded-for': '203.0.113.7' });
    const { client } = await newPlayer(service);
    const near = (address: string) =>
      client.get(`/v1/auth/device?user_code=${body.user_code}`, { 'x-forwarded-for': address });
    expect((await near('203.0.113.200')).body.nearby).toBe(true);
    expect((await near('203.0.114.7')).body.nearby).toBe(false);
    expect((await near('2001:db8::1')).body.nearby).toBe(false);
  });

  test('must be signed in to look up a code or decide', async () => {
    const { body } = await begin();
    const address = `/v1/auth/device?user_code=${body.user_code}`;
    expect((await device.get(address)).status).toBe(401);
    const decided = await device.post('/v1/auth/device', { userCode: body.user_code, decision: 'allow' });
    expect(decided.status).toBe(401);
  });

  test('may send ten wrong codes in ten minutes, even concurrently; then the right code is refused too', async () => {
    const { client } = await newPlayer(service);
    const guess = () =>
      client.get('/v1/auth/device?user_code=BBBB-BBBB', { 'x-forwarded-for': '198.51.100.1' });
    const answers = await Promise.all(Array.from({ length: 14 }, guess));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(10).fill(404),
      ...Array<number>(4).fill(429),
    ]);
    const { body } = await begin();
    const right = () => client.get(`/v1/auth/device?user_code=${body.user_code}`);
    const refused = await right();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    service.clock.advanceSeconds(601);
    const later = await begin();
    expect((await client.get(`/v1/auth/device?user_code=${later.body.user_code}`)).status).toBe(200);
  });

  test('shares a limit of 100 wrong codes with everyone at the same address', async () => {
    await service.db.query(
      "insert into device_guesses (key, began_at, wrong) values ('address:198.51.100.9', $1, 100)",
      [service.clock.now()],
    );
    const { client } = await newPlayer(service);
    const guess = (address: string) =>
      client.get('/v1/auth/device?user_code=CCCC-CCCC', { 'x-forwarded-for': address });
    expect((await guess('198.51.100.9')).status).toBe(429);
    expect((await guess('198.51.100.10')).status).toBe(404);
  });

  test('loses no attempt for text that cannot be a code', async () => {
    const { client } = await newPlayer(service);
    for (const text of ['x', 'AAAA-AAAA', '1234-5678', '🂡'.repeat(8)])
      expect((await client.get(`/v1/auth/device?user_code=${encodeURIComponent(text)}`)).status).toBe(404);
    const { rows } = await service.db.query<{ wrong: number }>(
      "select wrong from device_guesses where key = 'player:' || (select id from identities order by created_at desc limit 1)",
    );
    expect(rows).toEqual([]);
  });
});

test('turning on deviceFlow removes the badge', async () => {
  const owner = await newPlayer(service);
  const plain = await newApp(owner.client);
  await service.db.query('update apps set verified = true where client_id = $1', [plain.clientId]);
  const changed = await owner.client.call('changeApp', { client_id: plain.clientId, deviceFlow: true });
  expect(changed).toMatchObject({ deviceFlow: true, verified: false });
});

test.each([
  ['bcdfghjk', 'BCDFGHJK'],
  ['BCDF–GHJK', 'BCDFGHJK'],
  [' bcdf ghjk ', 'BCDFGHJK'],
  ['BCDF-GHJ', null],
  ['BCDF-GHJA', null],
])('%s is read as %s', (text, code) => expect(readUserCode(text)).toBe(code));
