import { expect, test } from 'vitest';
import { newApp } from '../../../test/app-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
const { client } = await newPlayer(service);
const reused = { statusCode: 409, message: 'Idempotency-Key was used before with another request' };

test('a key replays its own request, and is refused for another body or another operation', async () => {
  const key = { 'idempotency-key': 'one-key' };
  const first = await client.post('/v1/fiat/topups', { amount: 20_000 }, key);
  expect([first.status, first.headers.get('idempotent-replay')]).toEqual([201, null]);
  const again = await client.post('/v1/fiat/topups', { amount: 20_000 }, key);
  expect([again.body.id, again.headers.get('idempotent-replay')]).toEqual([first.body.id, 'true']);
  expect((await client.post('/v1/fiat/topups', { amount: 20_001 }, key)).body).toEqual(reused);
  const app = await newApp(client);
  const payout = await client.post(`/v1/apps/${app.clientId}/payouts`, { amount: 20_000 }, key);
  expect(payout.body).toEqual(reused);
});

test.each(['', 'two words', '\u00fc', 'x'.repeat(129)])('refuses the key %j', async (key) => {
  const answer = await client.post('/v1/fiat/topups', { amount: 20_000 }, { 'idempotency-key': key });
  expect(answer.body.message).toEqual(['Idempotency-Key must be 1-128 visible ASCII characters']);
});
