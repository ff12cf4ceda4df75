import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openShop, richPlayer } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const service = await startTestService();
const { steps, blocks } = readGuide('36-payouts.md', service.baseUrl);

test('the books of the guide agree with payments, refunds and payouts', async () => {
  expect(steps).toHaveLength(4);
  const shop = await openShop(service);
  const player = await richPlayer(service, 100_000n);
  const { id } = (await shop.create({ amount: 30_000 })).body;
  const { total } = await player.client.call('getOwnPayment', { id });
  await player.confirm(id, total);
  expect((await shop.ask('POST', `/payments/${id}/refunds`, { amount: 5000 })).status).toBe(200);
  const stranger = await arrive();
  await writeFile(path.join(stranger.folder, 'books.mjs'), fileOf(blocks, 'books.mjs'));
  const [command] = commandsOf(blocks);
  const environment = { CLIENT_ID: shop.clientId, CLIENT_SECRET: shop.clientSecret };
  const read = async () => JSON.parse((await stranger.begin(command!, environment)).line) as unknown;
  expect(await read()).toEqual({ balance: 25_000, available: 0, difference: 0 });
  const key = { 'idempotency-key': 'payout-1' };
  await shop.owner.with(key).call('payOutApp', { client_id: shop.clientId, amount: 10_000 });
  expect(await read()).toEqual({ balance: 15_000, available: 0, difference: 0 });
});
