import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { identityOf, openShop } from '../payments/testing/payment-fixture.ts';

const service = await startTestService({ PID_BALANCE_MAX: '1000000' });
const shop = await openShop(service);
const { client, pid } = await newPlayer(service);

/** The checkout page of a top-up that returns to `returnTo`. */
async function checkoutOf(returnTo: string, player = client) {
  const { body, headers: sent } = await player.post('/v1/fiat/topups', { amount: 20_000, returnTo });
  const path = `${service.baseUrl}/checkout/${body.id}`;
  const [cookie = '', attributes = ''] = sent.getSetCookie().at(0)?.split(/;(.*)/) ?? [];
  const read = async (language = 'en', headers: Record<string, string> = { cookie }) => {
    const answer = await fetch(`${path}?lang=${language}`, { redirect: 'manual', headers });
    return { status: answer.status, to: answer.headers.get('location'), answer, html: await answer.text() };
  };
  const finish = async (outcome: 'paid' | 'failed') => {
    const sent = await fetch(`${path}/pay?lang=en`, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
    expect(sent.status).toBe(303);
    return read();
  };
  return { read, finish, cookie, attributes, id: body.id as string };
}

const purchase = async (fields: Record<string, unknown> = {}) => {
  const { body } = await shop.create(fields);
  return `/pay/${body.id}?state=s1&response_mode=web_message`;
};

test('a top-up of a purchase names it, and its payment leads on to the page of the purchase', async () => {
  const returnTo = await purchase({ description: 'Sword <of> "dawn"' });
  const { read, finish } = await checkoutOf(returnTo);
  const pending = await read();
  expect(pending.html).toContain('For your purchase of Sword &lt;of&gt; &quot;dawn&quot; in Star Game');
  expect(pending.html).toContain('>Back to your purchase</a>');
  expect(await finish('paid')).toMatchObject({ status: 303, to: returnTo });
});

test('names an item of the catalogue in the language of the page', async () => {
  await shop.ask('PUT', '/items/sword', { names: { en: 'Golden sword', id: 'Pedang emas' }, price: 15_000 });
  const item = { amount: undefined, description: undefined, sku: 'sword', quantity: 2 };
  const { read } = await checkoutOf(await purchase(item));
  expect((await read('en')).html).toContain('For your purchase of 2 × Golden sword in Star Game');
  expect((await read('id')).html).toContain('Untuk pembelian 2 × Pedang emas di Star Game');
});

test('a failed top-up of a purchase offers only the way back to it', async () => {
  const { finish } = await checkoutOf(await purchase());
  const failed = await finish('failed');
  expect(failed.html).toContain('>Continue your purchase of A golden sword</a>');
  expect(failed.html).not.toContain('/top-up?');
});

test('a top-up that was set aside does not lead on to its purchase, which is not paid for', async () => {
  const player = await newPlayer(service);
  const { read, finish, id } = await checkoutOf(await purchase(), player.client);
  await service.db.query("select end_topup($1, 'expired')", [id]);
  await fund(service.db, await identityOf(service, player.handle), 990_000n);
  const { status, html } = await finish('paid');
  expect(status).toBe(200);
  expect(html).toContain('this balance could not take it');
  expect(html).toContain('>Back to your purchase</a>');
  expect((await read('id')).html).toContain('>Kembali ke pembelianmu</a>');
});

test('keeps the connection to the window of the game on every page', async () => {
  const { read, finish } = await checkoutOf(await purchase());
  for (const { answer } of [await read(), await finish('paid')])
    expect(answer.headers.get('cross-origin-opener-policy')).toBeNull();
});

test('an ordinary top-up shows that it is paid', async () => {
  for (const returnTo of ['/money', `/pay/${randomUUID()}`, `/pay/${randomUUID()}/more`]) {
    const { finish } = await checkoutOf(returnTo);
    const { status, html } = await finish('paid');
    expect([returnTo, status]).toEqual([returnTo, 200]);
    expect(html).toContain('The money was added to your balance.');
  }
});

test('does not describe a payment that is for another player', async () => {
  const { client: other } = await newPlayer(service);
  const { read } = await checkoutOf(await purchase({ pid, description: 'A secret gift' }), other);
  expect((await read()).html).not.toContain('A secret gift');
});

test('shows the purchase only in the browser that started the top-up', async () => {
  const { read, finish, attributes } = await checkoutOf(await purchase({ description: 'A secret gift' }));
  expect(attributes).toMatch(/^ Path=\/checkout\/[0-9a-f-]{36}; Max-Age=86400; HttpOnly; SameSite=Lax$/);
  const shownTo = async (headers: Record<string, string>) => {
    const { status, html } = await read('en', headers);
    return [status, /A secret gift|\/pay\/[0-9a-f]{8}-/.test(html)];
  };
  expect(await shownTo({})).toEqual([200, false]);
  await finish('paid');
  expect(await shownTo({})).toEqual([200, false]);
  expect((await read()).status).toBe(303);
});

test('leads on to an address with letters that a header cannot contain', async () => {
  const { finish } = await checkoutOf(`${await purchase()}&name=✓`);
  expect((await finish('paid')).to).toMatch(/&name=%E2%9C%93$/);
});
