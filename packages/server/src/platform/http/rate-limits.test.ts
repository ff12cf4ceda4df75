import { expect, test } from 'vitest';
import { releaseTest } from '../../../../../test/support/release-test.ts';
import { bearerFor, bearing, newApp } from '../../../test/app-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { manualClock } from '../clock.ts';
import { memoryRateLimiter } from './rate-limits.ts';

test('returns 429 with the time to wait beyond the limit', async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '0.01' });
  const client = service.client();
  const answers = [];
  for (let count = 0; count < 13; count += 1) answers.push(await client.get('/v1/auth/providers'));
  expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(200), 429]);
  const refused = answers.at(-1)!;
  expect(refused.body).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([refused.headers.get('ratelimit-limit'), refused.headers.get('ratelimit-remaining')]).toEqual([
    '12',
    '0',
  ]);
  expect(Number(refused.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  service.clock.advanceSeconds(61);
  expect((await client.get('/v1/auth/providers')).status).toBe(200);
});

test('identities behind one address have separate limits', async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '0.05' });
  const first = await newPlayer(service);
  const second = await newPlayer(service);
  for (let count = 0; count < 61; count += 1) await first.client.get('/v1/identity/me');
  expect((await first.client.get('/v1/identity/me')).status).toBe(429);
  expect((await second.client.get('/v1/identity/me')).status).toBe(200);
});

test('an invalid token counts against the address it comes from and locks no player out', async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '0.05', PID_TRUSTED_PROXIES: '127.0.0.1,::1' });
  const another = await newPlayer(service);
  const cookie = `pid_access=${another.client.cookie('pid_access')}`;
  expect((await another.client.post('/v1/auth/logout', {})).status).toBe(200);
  service.clock.advanceSeconds(61);
  const { client, email } = await newPlayer(service);
  const other = service.client();
  await signInAs(other, email);
  const stolen = { cookie: `pid_access=${other.cookie('pid_access')}`, 'x-forwarded-for': '198.51.100.9' };
  expect((await other.post('/v1/auth/logout', {})).status).toBe(200);
  const answers = [];
  for (let count = 0; count < 62; count += 1)
    answers.push((await service.client().get('/v1/identity/me', stolen)).status);
  expect([answers.filter((status) => status === 401).length, answers.at(-1)]).toEqual([60, 429]);
  // A second invalid token from the same address shares its count.
  const spent = { ...stolen, cookie };
  expect((await service.client().get('/v1/identity/me', spent)).status).toBe(429);
  const owner = await client.get('/v1/identity/me', { 'x-forwarded-for': '203.0.113.1' });
  expect([owner.status, owner.headers.get('ratelimit-remaining')]).toEqual([200, '59']);
});

test("an app that reads a player too often does not use up the player's limit", async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '0.05' });
  const player = await newPlayer(service);
  const bearer = bearing(await bearerFor(player.client, await newApp(player.client)));
  for (let count = 0; count < 60; count += 1) await service.client().get('/v1/identity/me', bearer);
  expect((await service.client().get('/v1/identity/me', bearer)).status).toBe(429);
  expect((await player.client.get('/v1/identity/me')).status).toBe(200);
  const another = bearing(await bearerFor(player.client, await newApp(player.client)));
  expect((await service.client().get('/v1/identity/me', another)).status).toBe(200);
});

test('a flood from a stolen session does not block the owner, and more sessions do not allow more and more requests', async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '0.05' });
  const { client: thief, email } = await newPlayer(service);
  const sessions = [];
  for (let count = 0; count < 4; count += 1) {
    const session = service.client();
    await signInAs(session, email);
    sessions.push(session);
    service.clock.advanceSeconds(61);
  }
  const flood = async (client: typeof thief) => {
    for (let count = 0; count < 60; count += 1) expect((await client.get('/v1/profile')).status).toBe(200);
    expect((await client.get('/v1/profile')).status).toBe(429);
  };
  await flood(thief);
  for (let count = 0; count < 200; count += 1) await thief.get('/v1/profile');
  for (const session of sessions.slice(0, 3)) await flood(session);
  expect((await sessions[3]!.get('/v1/profile')).status).toBe(429);
  expect((await sessions[3]!.delete('/v1/auth/sessions')).status).toBe(200);
});

test('trusts X-Forwarded-For only from a configured proxy, and uses its rightmost untrusted hop', async () => {
  const trusting = await startTestService({ PID_RATE_LIMIT: '0.001', PID_TRUSTED_PROXIES: '127.0.0.1,::1' });
  const wary = await startTestService({ PID_RATE_LIMIT: '0.001' });
  const ask = (service: typeof wary, forwarded: string) =>
    service.client().get('/v1/auth/providers', { 'x-forwarded-for': forwarded });
  expect([
    (await ask(trusting, '198.51.100.1')).status,
    (await ask(trusting, '198.51.100.2')).status,
  ]).toEqual([200, 200]);
  expect((await ask(trusting, '203.0.113.9, 198.51.100.2')).status).toBe(429);
  // A different port is the same caller. Values that are not addresses count against the proxy.
  expect((await ask(trusting, '198.51.100.2:5556')).status).toBe(429);
  expect((await ask(trusting, '[2001:db8::1]:443')).status).toBe(200);
  expect((await ask(trusting, '2001:db8::2')).status).toBe(429);
  expect((await ask(trusting, 'abc')).status).toBe(200);
  expect((await ask(trusting, 'abd')).status).toBe(429);
  expect([(await ask(wary, '198.51.100.1')).status, (await ask(wary, '198.51.100.2')).status]).toEqual([
    200, 429,
  ]);
});

test('a class that operators have set has their limit; the others keep their default', () => {
  const limiter = memoryRateLimiter(manualClock(new Date(0)), { rateLimit: 2, rateLimits: { claim: 3 } });
  expect(limiter.take('claim', 'k')).toMatchObject({ limit: 6 });
  expect(limiter.take('read', 'k')).toMatchObject({ limit: 2400 });
});

test('the limit of a class that operators have set applies over HTTP and is in the headers', async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '1', PID_RATE_LIMITS: 'read=3' });
  const client = service.client();
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await client.get('/v1/auth/providers'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[0]!.headers.get('ratelimit-limit')).toBe('3');
  const other = await client.post('/v1/auth/refresh', {});
  expect([other.status, other.headers.get('ratelimit-limit')]).not.toContain('3');
});

releaseTest('a flood of distinct keys does not grow memory without limit', () => {
  const limiter = memoryRateLimiter(manualClock(new Date(0)), { rateLimit: 1, rateLimits: {} });
  for (let count = 0; count < 450_000; count += 1) void limiter.take('read', `k${count}`);
  expect(limiter.take('read', 'k449999')).toMatchObject({ remaining: 1198 });
  expect(limiter.take('read', 'k1')).toMatchObject({ remaining: 1199 });
});
