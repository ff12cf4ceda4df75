import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { manualClock } from './clock.ts';
import { remember, rememberEach } from './remember.ts';

test('runs a query once a second for all callers, and again after that', async () => {
  const clock = manualClock(new Date(0));
  let asked = 0;
  const ask = remember({ clock, millis: 1000 }, async () => (asked += 1));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  clock.advanceSeconds(0.999);
  expect(await ask()).toBe(1);
  clock.advanceSeconds(0.001);
  expect(await ask()).toBe(2);
  clock.advanceSeconds(-3600);
  expect(await ask()).toBe(3);
});

test('passes a failure only to the callers that wait for it', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('here')];
  const ask = remember({ clock: manualClock(new Date(0)), millis: 1000 }, () => answers.shift()!);
  const [first, second] = await Promise.allSettled([ask(), ask()]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(await ask()).toBe('here');
});

test('a flood of different keys does not grow memory without limit', async () => {
  let asked = 0;
  const ask = rememberEach(
    { clock: manualClock(new Date(0)), millis: 1000, keysMax: 2 },
    async () => (asked += 1),
  );
  for (const key of ['a', 'b', 'a', 'b', 'c', 'a']) await ask(key);
  expect(asked).toBe(4);
});

test('public reads of the chain have a separate rate limit', async () => {
  const service = await startTestService({ PID_RATE_LIMIT: '0.01' });
  const client = service.client();
  for (const path of [
    '/v1/chain',
    '/v1/session-keys/execute',
    '/v1/session-keys/programs/11111111111111111111111111111111',
  ]) {
    const { headers } = await client.get(path);
    expect([path, headers.get('ratelimit-limit')]).toEqual([path, '6']);
  }
  const terms = await Promise.all(Array.from({ length: 3 }, () => client.get('/v1/session-keys/execute')));
  expect(new Set(terms.map(({ body }) => body.blockhash)).size).toBe(1);
  expect((await client.get('/v1/chain')).status).toBe(429);
  expect((await client.get('/v1/auth/providers')).status).toBe(200);
});
