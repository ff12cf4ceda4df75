import { expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { fund } from './testing/ledger-fixture.ts';

const service = await startTestService();
const [rini, dewi, tono] = [await newPlayer(service), await newPlayer(service), await newPlayer(service)];

async function give(handle: string, amount: bigint): Promise<void> {
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    handle,
  ]);
  await fund(service.db, rows[0]!.id, amount);
}

async function send(from: typeof rini, to: typeof rini, amount: number, note?: string): Promise<void> {
  const sent = await from.client.post('/v1/fiat/sends', { to: to.pid, amount, ...(note ? { note } : {}) });
  expect(sent.status).toBe(201);
}

await give(rini.handle, 1_000_000n);
await give(tono.handle, 1_000_000n);
await send(rini, dewi, 25_000, 'Nasi Goreng 100%');
await send(rini, tono, 7_000, 'kopi');
await send(tono, rini, 25_000, 'ganti kopi');

async function find(query: Record<string, string>) {
  const { items, nextCursor } = (
    await rini.client.get(`/v1/fiat/statement?${new URLSearchParams(query).toString()}`)
  ).body;
  return { amounts: items.map(({ amount }: { amount: number }) => amount), nextCursor };
}

test('finds entries by note, name and amount as people write them', async () => {
  expect((await find({ search: 'KOPI' })).amounts).toEqual([25_000, -7100]);
  expect((await find({ search: dewi.handle })).amounts).toEqual([-25_100]);
  expect((await find({ search: 'Rp25.000' })).amounts).toEqual([25_000, -25_100]);
  expect((await find({ search: '25100' })).amounts).toEqual([-25_100]);
  // SQL wildcards are ordinary characters.
  expect((await find({ search: '0%' })).amounts).toEqual([-25_100]);
  expect((await find({ search: '%' })).amounts).toEqual([-25_100]);
  expect((await find({ search: "' or 1=1" })).amounts).toEqual([]);
});

test('filters by direction together with text and time, as a page and as CSV', async () => {
  expect((await find({ direction: 'in' })).amounts).toEqual([25_000, 1_000_000]);
  expect((await find({ direction: 'out', search: 'kopi' })).amounts).toEqual([-7100]);
  expect((await find({ direction: 'out', to: '2020-01-01' })).amounts).toEqual([]);
  const csv = await rini.client.get('/v1/fiat/statement?format=csv&search=kopi&direction=in');
  expect(csv.text.trim().split('\r\n')).toHaveLength(2);
});

test('continues a search with the cursor and returns each entry once', async () => {
  const first = await find({ direction: 'out', limit: '1' });
  expect(first.amounts).toEqual([-7100]);
  const second = await find({ direction: 'out', limit: '1', cursor: first.nextCursor });
  expect(second.amounts).toEqual([-25_100]);
  const third = await find({ direction: 'out', limit: '1', cursor: second.nextCursor });
  expect(third).toEqual({ amounts: [], nextCursor: null });
});

test('refuses an invalid search', async () => {
  for (const query of ['direction=up', 'search=', `search=${'x'.repeat(65)}`, 'search=a%00b'])
    expect([query, (await rini.client.get(`/v1/fiat/statement?${query}`)).status]).toEqual([query, 400]);
});
