import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { operations } from '@pid/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runPid } from '../../../test/command-helper.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../../test/step-up-helper.ts';
import { testMasterKey } from '../../../test/test-sealing.ts';
import { startTestService } from '../../../test/test-service.ts';
import { randomIds } from '../ids.ts';
import { createLogger } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { identityOf, openShop } from '../../payments/testing/payment-fixture.ts';
import type { UserCaller } from './caller.ts';
import { createHttpServer } from './http-server.ts';
import { createLeave } from './leave.ts';
import { mount } from './mount.ts';
import { neverOverloaded } from './overload.ts';
import { route } from './route.ts';

const service = await startTestService({ PID_ADMINS: 'dewi_held@pid' });
const { server } = service.service.http;
const { admin } = await signInAdministrator(service, 'dewi_held');

interface Held {
  /** Sends the last byte; resolves to the status and the `pid-error` header. */
  finish(): Promise<string>;
}

/** Sends a request without the last byte of its body and waits until the server has judged the head. */
async function hold(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Held> {
  const arrival = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, 'localhost');
  const [accepted] = (await arrival) as [Socket];
  const json = JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n${lines.join('')}\r\n`;
  const sent = head + json.slice(0, -1);
  client.write(sent);
  await expect.poll(() => accepted.bytesRead).toBe(sent.length);
  const sentAt = performance.now();
  return {
    async finish() {
      await expect.poll(() => performance.now() - sentAt, { interval: 20 }).toBeGreaterThan(120);
      const answer = text(client);
      client.write(json.slice(-1));
      const said = await answer;
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(said)!;
      return `${status} ${/^pid-error: ([\w]+)/im.exec(said)?.[1] ?? ''}`.trim();
    },
  };
}

const cookieOf = (client: HttpClient) => ({ cookie: `pid_access=${client.cookie('pid_access')!}` });

/** Holds a write of the player back, after the node has cached the player as admitted. */
async function holdProfile(client: HttpClient): Promise<Held> {
  await client.get('/v1/profile');
  return hold('PATCH', '/v1/profile', { displayName: 'Held back' }, cookieOf(client));
}

test('a held request of an active session succeeds', async () => {
  const { client } = await newPlayer(service);
  const held = await holdProfile(client);
  expect(await held.finish()).toBe('200');
  expect((await client.get('/v1/profile')).body.displayName).toBe('Held back');
});

test('refuses a session that ended while its body was held back', async () => {
  const { client, email } = await newPlayer(service);
  const elsewhere = service.client();
  await signInAs(elsewhere, email);
  const held = await holdProfile(client);
  expect((await elsewhere.delete('/v1/auth/sessions')).status).toBe(200);
  expect(await held.finish()).toBe('401 unauthorized');
  expect((await elsewhere.get('/v1/profile')).body.displayName).not.toBe('Held back');
});

test('refuses an identity that was suspended meanwhile', async () => {
  const { client, pid } = await newPlayer(service);
  const held = await holdProfile(client);
  await admin.post(`/v1/admin/identities/${pid}/suspend`, { reason: 'a test' });
  expect(await held.finish()).toBe('403 identity_suspended');
});

test('refuses an identity that was frozen meanwhile', async () => {
  const { client, handle } = await newPlayer(service);
  await client.get('/v1/profile');
  const held = await hold('PATCH', '/v1/limits', { noticeAmount: 1 }, cookieOf(client));
  // Inserted directly: the link in a mail would also end the session.
  await service.db.query('insert into freezes (identity_id, frozen_at, until) values ($1, $2, $3)', [
    await identityOf(service, handle),
    service.clock.now(),
    new Date(service.clock.nowMillis() + 3_600_000),
  ]);
  service.clock.advanceSeconds(1);
  expect(await held.finish()).toBe('403 frozen');
});

test('refuses a machine credential that was revoked meanwhile', async () => {
  const pid = (...words: string[]) =>
    runPid(words, {
      PID_MASTER_KEY: testMasterKey,
      PID_BASE_URL: service.baseUrl,
      PID_LOG_LEVEL: 'silent',
      PID_DATABASE_URL: service.connectionString,
    });
  const made = await pid('admin', 'credential', 'add', '--name', 'held', '--role', 'owner', '--json');
  const { secret } = JSON.parse(made.text) as { secret: string };
  const player = await newPlayer(service);
  const headers = { authorization: `Bearer ${secret}` };
  await service.client().get('/v1/admin/identities?query=budi', headers);
  const held = await hold(
    'POST',
    `/v1/admin/identities/${player.pid}/suspend`,
    { reason: 'a test' },
    headers,
  );
  expect((await pid('admin', 'credential', 'revoke', 'held', '--yes')).text).toContain('held');
  service.clock.advanceSeconds(1);
  expect(await held.finish()).toBe('401 unauthorized');
  expect((await player.client.patch('/v1/profile', { bio: 'still here' })).status).toBe(200);
});

test('refuses an app that was paused meanwhile', async () => {
  const shop = await openShop(service);
  await shop.ask('GET', '/events');
  const held = await hold(
    'POST',
    `/v1/apps/${shop.clientId}/payments`,
    { reference: 'held', amount: 1000, description: 'A sword' },
    shop.machine,
  );
  await admin.post(`/v1/admin/apps/${shop.clientId}/pause`, { reason: 'a look' });
  expect(await held.finish()).toBe('403 app_paused');
});

test('refuses a token of a secret that was replaced meanwhile', async () => {
  const shop = await openShop(service);
  await shop.ask('GET', '/events');
  const held = await hold(
    'POST',
    `/v1/apps/${shop.clientId}/payments`,
    { reference: 'held', amount: 1000, description: 'A sword' },
    shop.machine,
  );
  expect((await shop.owner.post(`/v1/apps/${shop.clientId}/secret`, {})).status).toBe(200);
  expect(await held.finish()).toBe('401 unauthorized');
});

test('admits a request only once if it has no body or its body arrives immediately', async () => {
  // Prevents a second admission on a slow machine.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  onTestFinished(() => clock.mockRestore());
  let admissions = 0;
  const caller: UserCaller = {
    type: 'user',
    via: 'session',
    identityId: 'an identity',
    pid: 'budi@pid',
    status: 'active',
    createdAt: '',
    sessionId: 'a session',
    authenticatedAt: new Date(),
    method: 'google',
    countsAsRecent: true,
  };
  const authenticator = {
    identifySession: () => ({ type: 'session', identityId: 'an identity', sessionId: 'a session' }) as const,
    identifyBearer: () => null,
    identifyMachine: () => null,
    admit: async () => {
      admissions += 1;
      return caller;
    },
    admitMachine: async () => null,
  };
  const http = await createHttpServer({
    baseUrl: new URL('http://localhost:1'),
    authenticator,
    limiter: null,
    trustedProxies: [],
    connectionsMax: 10,
    isRegisteredOrigin: () => false,
    ids: randomIds,
    log: createLogger('silent'),
    metrics: createMetrics(),
    overload: neverOverloaded,
    leave: createLeave(),
  });
  mount(http, [route(operations.logout, () => ({ ok: true as const }))], {
    authenticator,
    limiter: null,
    ownOrigins: new Set(),
    admins: new Set(),
    stepUp: { confirm: async () => false, require: async () => {} },
    recordUse: async () => {},
  });
  const post = { method: 'POST', url: '/v1/auth/logout', headers: { cookie: 'pid_access=x' } } as const;
  expect((await http.inject({ ...post, payload: {} })).statusCode).toBe(200);
  expect((await http.inject(post)).statusCode).toBe(200);
  expect(admissions).toBe(2);
  await http.close();
});
