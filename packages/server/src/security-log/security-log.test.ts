import { describe, expect, test } from 'vitest';
import { allowApp, exchange, newApp } from '../../test/app-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { givePasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { createLogger } from '../platform/log.ts';
import { createRecorder } from './record-events.ts';

const handle = 'the_warden';
const service = await startTestService({
  PID_ADMINS: `${handle}@pid`,
  PID_TRUSTED_PROXIES: '127.0.0.1,::1',
});
const warden = await newPlayer(service, handle);
const passkey = await givePasskey(warden.client);
const { client: admin } = await signInWithSoftPasskey(service, passkey);

interface Logged {
  readonly id: string;
  readonly event: string;
  readonly pid: string | null;
  readonly clientId: string | null;
  readonly network: string | null;
  readonly operation: string | null;
  readonly details: Record<string, unknown>;
}

async function logged(query = ''): Promise<Logged[]> {
  const answer = await admin.get(`/v1/admin/security-log?limit=100&${query}`);
  expect(answer.status).toBe(200);
  return answer.body.items;
}

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('the security log records', () => {
  test('a failed sign-in at the provider’s callback and with a passkey, even if the browser is redirected to a page', async () => {
    const stranger = service.client();
    await stranger.get('/v1/auth/callback/dev?state=x&code=y', {
      ...from('203.0.113.77'),
      accept: 'text/html',
    });
    const options = await stranger.post('/v1/auth/passkey/options');
    const forged = { ...passkey.login(options.body), id: 'AAAA', rawId: 'AAAA' };
    expect(
      (await stranger.post('/v1/auth/passkey', { response: forged }, from('203.0.113.78'))).status,
    ).toBeGreaterThanOrEqual(400);
    expect(await logged('event=sign_in.failed&network=203.0.113.0/24')).toMatchObject([
      { operation: 'POST /v1/auth/passkey', details: { code: expect.any(String) } },
      { operation: 'GET /v1/auth/callback/:provider', details: { code: 'sign_in_failed' } },
    ]);
  });

  test('an IPv6 address as its /64 in any notation, and an IPv4-mapped address as IPv4', async () => {
    const refused = (address: string) =>
      service.client().post('/v1/notices/not-me', { token: 'A'.repeat(43) }, from(address));
    for (const address of [
      '2001:db8:7:8:aaaa:bbbb:cccc:dddd',
      '2001:0DB8:0007:0008::1',
      '[2001:db8:7:8::2]:4711',
    ])
      await refused(address);
    await refused('::ffff:198.18.7.9');
    await refused('not an address');
    const networks = (await logged('event=link.refused')).map(({ network }) => network);
    expect(networks.filter((network) => network === '2001:db8:7:8::/64')).toHaveLength(3);
    expect(await logged('network=2001:db8:7:8::/64')).toHaveLength(3);
    expect(await logged('network=198.18.7.0/24')).toHaveLength(1);
    const { rows } = await service.db.query('select * from security_events');
    expect(
      JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/aaaa|4711|198\.18\.7\.9/);
  });

  test('a refused code and a refused secret, at PID’s and at standard endpoints', async () => {
    const { client } = await newPlayer(service);
    const app = await newApp(client);
    await exchange(service.client(), app, 'made-up');
    await exchange(service.client(), { ...app, clientSecret: 'pid_secret_wrong' }, 'made-up');
    await service.client().post('/v1/auth/token', {
      grant_type: 'client_credentials',
      client_id: app.clientId,
      client_secret: 'wrong',
    });
    await service.client().post(
      '/oidc/token',
      new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: app.clientId,
        client_secret: 'wrong',
        code: 'x',
        redirect_uri: app.redirectUri,
      }),
    );
    // A secret in the wrong field. A test below checks that the log does not contain it.
    const swapped = { client_id: 'pid_secret_in_the_wrong_field', client_secret: app.clientId };
    await service.client().post(
      '/oidc/token',
      new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: app.redirectUri,
        ...swapped,
      }),
    );
    const items = await logged(`clientId=${app.clientId}`);
    expect(items.map(({ event, operation }) => [event, operation])).toEqual([
      ['secret.refused', 'POST /oidc/token'],
      ['secret.refused', 'POST /v1/auth/token'],
      ['secret.refused', 'POST /v1/auth/exchange'],
      ['code.refused', 'POST /v1/auth/exchange'],
    ]);
  });

  test('the reuse of a login code and of a refresh token', async () => {
    const { client, pid } = await newPlayer(service);
    const app = await newApp(client);
    const code = await allowApp(client, app);
    expect((await exchange(service.client(), app, code)).status).toBe(200);
    await exchange(service.client(), app, code);
    const stolen = client.cookie('pid_refresh')!;
    await client.post('/v1/auth/refresh');
    service.clock.advanceSeconds(11);
    const thief = service.client();
    thief.setCookie('pid_refresh', stolen, '/v1/auth');
    expect((await thief.post('/v1/auth/refresh')).status).toBe(401);
    expect((await logged(`event=token.reused&pid=${pid}`)).map(({ details }) => details)).toEqual([
      { kind: 'refresh' },
      { kind: 'login_code' },
    ]);
  });

  test('a forged “this was not me” link, and a request for administration without the role', async () => {
    await service.client().post('/v1/notices/not-me', { token: 'A'.repeat(43) }, from('198.51.100.1'));
    const { client } = await newPlayer(service);
    await client.get('/v1/admin/audit', from('198.51.100.2'));
    expect((await logged('network=198.51.100.0/24')).map(({ event }) => event)).toEqual([
      'administration.refused',
      'link.refused',
    ]);
  });

  test('an administrator’s action with the affected identity', async () => {
    const { pid } = await newPlayer(service);
    const suspend = { method: 'POST', path: `/v1/admin/identities/${encodeURIComponent(pid)}/suspend` };
    const done = await admin.post(suspend.path);
    if (done.status === 403) expect((await withStepUp(admin, passkey, suspend)).status).toBe(200);
    expect((await logged('event=administration'))[0]).toMatchObject({
      pid: `${handle}@pid`,
      details: { pid },
      operation: 'POST /v1/admin/identities/:pid/suspend',
    });
  });

  test('an export of a player’s own data and of this log', async () => {
    const { client, pid } = await newPlayer(service);
    await client.get('/v1/identity/export');
    await client.get('/v1/fiat/statement?format=csv');
    await client.get('/v1/fiat/statement');
    expect((await logged(`event=export&pid=${pid}`)).map(({ operation }) => operation)).toEqual([
      'GET /v1/fiat/statement',
      'GET /v1/identity/export',
    ]);
    const csv = await admin.get('/v1/admin/security-log?format=csv&event=export');
    expect(csv.text.replace('\uFEFF', '').split('\r\n')[0]).toBe(
      'id,at,event,pid,clientId,network,operation,details',
    );
    const lines = (await admin.get('/v1/admin/security-log?format=ndjson&event=export')).text
      .trim()
      .split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      event: 'export',
      operation: 'GET /v1/admin/security-log',
      pid: `${handle}@pid`,
    });
  });

  test('one event for sixty refusals of a caller in a minute, by status', async () => {
    const knock = (client: HttpClient, address: string) => client.get('/v1/identity/me', from(address));
    for (let index = 0; index < 130; index += 1) await knock(service.client(), '192.0.2.9');
    for (let index = 0; index < 30; index += 1) await knock(service.client(), '192.0.3.9');
    expect(await logged('event=refusals.many&network=192.0.2.0/24')).toMatchObject([
      { details: { status: 401, count: 60 } },
    ]);
    expect(await logged('event=refusals.many&network=192.0.3.0/24')).toEqual([]);
  });
});

describe('the log', () => {
  test('is readable only by administrators, with filters and in pages', async () => {
    const { client } = await newPlayer(service);
    expect((await client.get('/v1/admin/security-log')).status).toBe(404);
    expect((await service.client().get('/v1/admin/security-log')).status).toBe(404);
    const page = (await admin.get('/v1/admin/security-log?limit=2')).body;
    const next = (await admin.get(`/v1/admin/security-log?limit=2&cursor=${page.nextCursor}`)).body;
    expect(Number(next.items[0].id)).toBeLessThan(Number(page.items[1].id));
    expect(await logged('from=2020-01-01&to=2020-12-31')).toEqual([]);
    for (const query of ['from=2026-02-30', 'event=%00', 'network=x', 'clientId=1', 'format=xml', 'pid=x'])
      expect((await admin.get(`/v1/admin/security-log?${query}`)).status, query).toBe(400);
  });

  test('contains no secret and no full address', async () => {
    const { rows } = await service.db.query<{ everything: string }>(
      'select string_agg(e::text, $$\n$$) as everything from security_events e',
    );
    expect(rows[0]!.everything).not.toMatch(/203\.0\.113\.7|192\.0\.2\.9|pid_secret|@example|made-up/);
  });

  test('accepts at most twenty events of one kind per minute from one caller', async () => {
    for (let index = 0; index < 30; index += 1)
      await service.client().post('/v1/notices/not-me', { token: 'B'.repeat(43) }, from('100.64.7.1'));
    expect(await logged('network=100.64.7.0/24')).toHaveLength(20);
    for (let index = 10; index < 40; index += 1)
      await service
        .client()
        .post(
          '/v1/auth/exchange',
          { client_id: `app_${String(index).repeat(12)}`, client_secret: 'made-up', code: 'made-up' },
          from('100.64.8.1'),
        );
    expect(await logged('network=100.64.8.0/24')).toHaveLength(20);
  });

  test('records an administrator’s action during a flood of other events', () => {
    const outcomes: string[] = [];
    const recorder = createRecorder({
      db: service.db,
      clock: service.clock,
      log: createLogger('silent'),
      count: (_event, outcome) => outcomes.push(outcome),
    });
    for (let index = 0; index < 3000; index += 1)
      recorder.record({ event: 'secret.refused', address: `10.${index >> 8}.${index & 255}.1` });
    recorder.record({ event: 'administration', address: '10.0.0.1' });
    expect([outcomes.filter((outcome) => outcome === 'recorded').length, outcomes.at(-1)]).toEqual([
      501,
      'recorded',
    ]);
  });

  test('writes every event once when several flushes run concurrently', async () => {
    const recorder = createRecorder({
      db: service.db,
      clock: service.clock,
      log: createLogger('silent'),
      count: () => {},
    });
    for (let index = 0; index < 3; index += 1)
      recorder.record({ event: 'export', address: `100.99.${index}.1` });
    await Promise.all([recorder.flush(), recorder.flush(), recorder.flush()]);
    const { rows } = await service.db.query<{ network: string }>(
      `select network from security_events where network like '100.99.%' order by network`,
    );
    expect(rows.map(({ network }) => network)).toEqual(['100.99.0.0/24', '100.99.1.0/24', '100.99.2.0/24']);
  });

  test('deletes networks after 30 days and events after 180', async () => {
    await service.db.query(
      `insert into security_events (at, event, network) select now() - make_interval(days => d), 'export', '10.0.0.0/24' from unnest(array[181, 179, 31, 29]) d`,
    );
    await service.db.query('select security_events_sweep(180, 30)');
    const { rows } = await service.db.query<{ days: number; network: string | null }>(
      `select extract(day from now() - at)::int as days, network from security_events where at < now() - interval '20 days' order by at`,
    );
    expect(rows).toEqual([
      { days: 179, network: null },
      { days: 31, network: null },
      { days: 29, network: '10.0.0.0/24' },
    ]);
  });
});
