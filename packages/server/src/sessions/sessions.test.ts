import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { rotateSigningKey } from './key-ring.ts';
import { randomIds } from '../platform/ids.ts';

const service = await startTestService();
const unauthorized = { statusCode: 401, message: 'Unauthorized' };

function withCookies(cookies: Record<string, string>) {
  const client = service.client();
  for (const [name, value] of Object.entries(cookies)) client.setCookie(name, value);
  return client;
}

describe('the cookies', () => {
  test('are HttpOnly, Lax and without a domain; the refresh token is sent only to /v1/auth', async () => {
    const { client } = await newPlayer(service);
    expect(client.cookieAttributes('pid_access')).toBe('Path=/; Max-Age=900; HttpOnly; SameSite=Lax');
    expect(client.cookieAttributes('pid_refresh')).toBe(
      'Path=/v1/auth; Max-Age=2592000; HttpOnly; SameSite=Lax',
    );
  });

  test('sent twice are refused', async () => {
    const { client } = await newPlayer(service);
    const access = client.cookie('pid_access')!;
    const answer = await service
      .client()
      .get('/v1/identity/me', { cookie: `pid_access=${access}; pid_access=${access}` });
    expect(answer.body).toEqual(unauthorized);
  });
});

describe('an access token', () => {
  const decode = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('expires after 15 minutes', async () => {
    const local = await startTestService();
    const { client } = await newPlayer(local);
    const access = client.cookie('pid_access')!;
    const asHolder = () => local.client().get('/v1/identity/me', { cookie: `pid_access=${access}` });
    local.clock.advanceSeconds(898);
    expect((await asHolder()).status).toBe(200);
    local.clock.advanceSeconds(3);
    expect((await asHolder()).body).toEqual(unauthorized);
  });

  test.each([
    ['alg none', (head: object, claims: object) => `${encode({ ...head, alg: 'none' })}.${encode(claims)}.`],
    [
      'an unknown kid',
      (head: object, claims: object) => `${encode({ ...head, kid: 'nobody' })}.${encode(claims)}.AAAA`,
    ],
    [
      'a signature by another key',
      (head: object, claims: object) => {
        const signed = `${encode(head)}.${encode(claims)}`;
        return `${signed}.${createHmac('sha256', 'guess').update(signed).digest('base64url')}`;
      },
    ],
    ['nothing at all', () => ''],
    ['no dots', () => 'garbage'],
    ['no JSON', () => 'a.b.c'],
  ])('with %s is refused', async (_name, forge) => {
    const { client } = await newPlayer(service);
    const [head, claims] = decode(client.cookie('pid_access')!);
    const answer = await withCookies({ pid_access: forge(head, claims) }).get('/v1/identity/me');
    expect(answer.body).toEqual(unauthorized);
  });

  test('is not accepted as a bearer, or after a change', async () => {
    const { client } = await newPlayer(service);
    const access = client.cookie('pid_access')!;
    expect(
      (await service.client().get('/v1/identity/me', { authorization: `Bearer ${access}` })).status,
    ).toBe(401);
    const [head, claims, signature] = access.split('.');
    const other = encode({ ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), aud: 'bearer' });
    expect(
      (await withCookies({ pid_access: `${head}.${other}.${signature}` }).get('/v1/identity/me')).status,
    ).toBe(401);
  });

  test('of an identity that does not exist gets 404 on identity/me and 401 elsewhere', async () => {
    const local = await startTestService();
    const { client, handle } = await newPlayer(local);
    await local.db.query(
      'alter table identities disable trigger user; alter table sessions drop constraint sessions_identity_id_fkey; alter table profiles drop constraint profiles_identity_id_fkey; alter table provider_logins drop constraint provider_logins_identity_id_fkey',
    );
    await local.db.query('delete from identities where handle = $1', [handle]);
    local.clock.advanceSeconds(1);
    expect((await client.get('/v1/identity/me')).body).toEqual({
      statusCode: 404,
      message: 'No Identity found',
    });
    expect((await client.get('/v1/identity/credentials')).body).toEqual(unauthorized);
  });
});

describe('refresh', () => {
  test('replaces both cookies', async () => {
    const { client } = await newPlayer(service);
    const before = client.cookie('pid_refresh');
    const accessBefore = client.cookie('pid_access');
    const answer = await client.post('/v1/auth/refresh');
    expect(answer.body).toEqual({ ok: true });
    expect(client.cookie('pid_refresh')).not.toBe(before);
    expect(client.cookie('pid_access')).not.toBe(accessBefore);
    expect((await client.get('/v1/identity/me')).status).toBe(200);
  });

  test('repeated within ten seconds returns the current token, even after several rotations', async () => {
    const { client } = await newPlayer(service);
    const first = client.cookie('pid_refresh')!;
    await client.post('/v1/auth/refresh');
    await client.post('/v1/auth/refresh');
    const late = withCookies({ pid_refresh: first });
    expect((await late.post('/v1/auth/refresh')).status).toBe(200);
    expect(late.cookie('pid_refresh')).toBe(client.cookie('pid_refresh'));
  });

  test('with a stolen old token ends only that family and is audited', async () => {
    const local = await startTestService();
    const { client, email } = await newPlayer(local);
    const otherDevice = local.client();
    await signInAs(otherDevice, email);
    const stolen = client.cookie('pid_refresh')!;
    await client.post('/v1/auth/refresh');
    local.clock.advanceSeconds(11);
    const thief = local.client();
    thief.setCookie('pid_refresh', stolen);
    expect((await thief.post('/v1/auth/refresh')).body).toEqual(unauthorized);
    expect((await client.post('/v1/auth/refresh')).status).toBe(401);
    expect((await client.get('/v1/identity/me')).status).toBe(401);
    expect((await otherDevice.get('/v1/identity/me')).status).toBe(200);
    const activity = await otherDevice.get('/v1/identity/activity');
    expect(activity.body.items.map((item: { action: string }) => item.action)).toContain(
      'session.reuse_detected',
    );
  });

  test('with a forged token is refused and ends nothing', async () => {
    const { client } = await newPlayer(service);
    const bytes = Buffer.from(client.cookie('pid_refresh')!, 'base64url');
    bytes[20]! ^= 1;
    expect(
      (await withCookies({ pid_refresh: bytes.toString('base64url') }).post('/v1/auth/refresh')).status,
    ).toBe(401);
    expect((await client.post('/v1/auth/refresh')).status).toBe(200);
  });

  test('keeps an idle session for 30 days and a family for at most a year', async () => {
    const local = await startTestService();
    const { client } = await newPlayer(local);
    local.clock.advanceSeconds(29 * 86_400);
    expect((await client.post('/v1/auth/refresh')).status).toBe(200);
    local.clock.advanceSeconds(31 * 86_400);
    expect((await client.post('/v1/auth/refresh')).status).toBe(401);
    const { client: faithful } = await newPlayer(local);
    for (let day = 0; day < 364; day += 14) {
      local.clock.advanceSeconds(14 * 86_400);
      if (day < 350) expect((await faithful.post('/v1/auth/refresh')).status).toBe(200);
    }
    local.clock.advanceSeconds(86_400 + 1);
    expect((await faithful.post('/v1/auth/refresh')).status).toBe(401);
  });

  test('without a cookie is refused and clears no cookie', async () => {
    const answer = await service.client().post('/v1/auth/refresh');
    expect(answer.body).toEqual(unauthorized);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('stores only hashes of tokens', async () => {
    const { client } = await newPlayer(service);
    const secret = Buffer.from(client.cookie('pid_refresh')!, 'base64url').subarray(16, 48);
    const { rows } = await service.db.query<{ row: string }>('select sessions::text as row from sessions');
    expect(rows.some(({ row }) => row.includes(secret.toString('hex')))).toBe(false);
  });
});

describe('logout and devices', () => {
  test('logout ends this session immediately and clears its cookies', async () => {
    const { client } = await newPlayer(service);
    const access = client.cookie('pid_access')!;
    const answer = await client.post('/v1/auth/logout');
    expect(answer.body).toEqual({ ok: true });
    expect([client.cookie('pid_access'), client.cookie('pid_refresh')]).toEqual([undefined, undefined]);
    expect((await withCookies({ pid_access: access }).get('/v1/identity/me')).status).toBe(401);
  });

  test('devices are listed; one can be ended, then all others', async () => {
    const { client, email } = await newPlayer(service);
    const [phone, tablet] = [service.client(), service.client()];
    await signInAs(phone, email);
    await signInAs(tablet, email);
    const devices = (await client.get('/v1/auth/sessions')).body.items;
    expect(devices).toHaveLength(3);
    expect(devices.filter((device: { current: boolean }) => device.current)).toHaveLength(1);
    const phoneDevice = (await phone.get('/v1/auth/sessions')).body.items.find(
      (device: { current: boolean }) => device.current,
    );
    expect((await client.delete(`/v1/auth/sessions/${phoneDevice.id}`)).body).toEqual({ ok: true });
    expect((await phone.get('/v1/identity/me')).status).toBe(401);
    expect((await client.delete('/v1/auth/sessions')).body).toEqual({ ok: true });
    expect((await tablet.get('/v1/identity/me')).status).toBe(401);
    expect((await client.get('/v1/identity/me')).status).toBe(200);
  });

  test('an invented cursor is refused with a message', async () => {
    const { client } = await newPlayer(service);
    for (const parts of [['yesterday', 'x'], ['2026-01-01', 'x'], ['x'], ['\u0000', '\u0000']]) {
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
      expect((await client.get(`/v1/auth/sessions?cursor=${cursor}`)).body).toEqual({
        statusCode: 400,
        message: ['cursor must be one that an earlier page gave'],
      });
    }
  });

  test('a stranger cannot end a session', async () => {
    const { client: owner } = await newPlayer(service);
    const { client: stranger } = await newPlayer(service);
    const [device] = (await owner.get('/v1/auth/sessions')).body.items;
    expect((await stranger.delete(`/v1/auth/sessions/${device.id}`)).status).toBe(404);
    expect((await owner.get('/v1/identity/me')).status).toBe(200);
  });
});

describe('signing keys', () => {
  const rotate = (revoke: boolean) =>
    rotateSigningKey({ ...service, ids: randomIds }, { revoke, actor: 'cli' });
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;

  test('rotate without signing players out', async () => {
    const { client } = await newPlayer(service);
    const kid = await rotate(false);
    expect((await client.get('/v1/identity/me')).status).toBe(200);
    await expect
      .poll(async () => {
        await client.post('/v1/auth/refresh');
        return kidOf(client.cookie('pid_access')!);
      })
      .toBe(kid);
  });

  test('verify nothing once revoked, while refreshing still works', async () => {
    const { client } = await newPlayer(service);
    await rotate(true);
    await expect.poll(async () => (await client.get('/v1/identity/me')).status).toBe(401);
    await client.post('/v1/auth/refresh');
    expect((await client.get('/v1/identity/me')).status).toBe(200);
  });
});
