import { describe, expect, test } from 'vitest';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { manualClock } from '../clock.ts';
import { addressKey, memoryRateLimiter } from './rate-limits.ts';

test('past the limit the answer is the contract’s 429 with the time to wait', async () => {
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

test('identities behind one address have a limit each', async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '0.05' });
  const first = await newPlayer(service);
  const second = await newPlayer(service);
  for (let count = 0; count < 61; count += 1) await first.client.get('/v1/identity/me');
  expect((await first.client.get('/v1/identity/me')).status).toBe(429);
  expect((await second.client.get('/v1/identity/me')).status).toBe(200);
});

test('X-Forwarded-For is believed from a configured proxy only, and there its rightmost unknown hop', async () => {
  const trusting = await startTestService({ PID_RATE_LIMIT: '0.001', PID_TRUSTED_PROXIES: '127.0.0.1,::1' });
  const wary = await startTestService({ PID_RATE_LIMIT: '0.001' });
  const ask = (service: typeof wary, forwarded: string) =>
    service.client().get('/v1/auth/providers', { 'x-forwarded-for': forwarded });
  expect([
    (await ask(trusting, '198.51.100.1')).status,
    (await ask(trusting, '198.51.100.2')).status,
  ]).toEqual([200, 200]);
  expect((await ask(trusting, '203.0.113.9, 198.51.100.2')).status).toBe(429);
  expect([(await ask(wary, '198.51.100.1')).status, (await ask(wary, '198.51.100.2')).status]).toEqual([
    200, 429,
  ]);
});

describe('the key of an address', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

test('a flood of distinct keys does not grow memory without end', () => {
  const limiter = memoryRateLimiter(manualClock(new Date(0)), 1);
  for (let count = 0; count < 450_000; count += 1) void limiter.take('read', `k${count}`);
  expect(limiter.take('read', 'k449999')).toMatchObject({ remaining: 1198 });
  expect(limiter.take('read', 'k1')).toMatchObject({ remaining: 1199 });
});
