import { expect, test } from 'vitest';
import { problemsOf } from '../../test/problems-of.ts';
import { productionEnvironment } from '../../test/production-environment.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService({ PID_PAYMENT_FEE_FLAT: '4000' });
const { client, pid } = await newPlayer(service);
const stranger = service.client();

const topUp = async (amount: number, more: object = {}) =>
  (await client.post('/v1/fiat/topups', { amount, ...more })).body;
const pay = (id: string, outcome: string, headers = {}) =>
  stranger.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome }), headers);
const statusOf = async (id: string) => (await client.get(`/v1/fiat/topups/${id}`)).body.status;
const balance = async () => (await client.get('/v1/fiat/balance')).body.balance;

test('creates a top-up, takes its payment on the checkout page without scripts, and credits the full amount', async () => {
  const created = await client.post('/v1/fiat/topups', { amount: 1_000_000, returnTo: '/money?x=1' });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    checkoutUrl: `${service.baseUrl}/checkout/${created.body.id}`,
    amount: 1_000_000,
    fees: { global: 1000, app: 0, provider: 4000, total: 5000 },
    total: 1_005_000,
    status: 'pending',
    expiresAt: expect.stringMatching(/Z$/),
  });
  const page = await stranger.get(created.body.checkoutUrl, { accept: 'text/html' });
  expect(page.status).toBe(200);
  for (const shown of [
    'Rp1,005,000',
    'Rp1,000,000',
    pid,
    'method="post"',
    'name="outcome" value="paid"',
    'href="/money?x=1"',
  ])
    expect(page.text).toContain(shown);
  expect(page.text).not.toMatch(
    /<script(?! src="\/checkout\/page\.[0-9a-f]+\.js"><\/script>)|\son\w+=|\sstyle=/,
  );
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; style-src 'sha256-\S+'; script-src 'self'; .*frame-ancestors 'none'/,
  );
  const indonesian = await stranger.get(created.body.checkoutUrl, { 'accept-language': 'id-ID,id;q=0.9' });
  for (const shown of ['Isi saldo', 'Rp1.005.000']) expect(indonesian.text).toContain(shown);

  const paid = await pay(created.body.id, 'paid');
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `/checkout/${created.body.id}`]);
  expect((await stranger.get(`/checkout/${created.body.id}`)).text).toContain('class="state paid"');
  expect((await client.get(`/v1/fiat/topups/${created.body.id}`)).body).toMatchObject({
    status: 'paid',
    paidAt: expect.any(String),
  });
  expect(await balance()).toBe(1_000_000);
  expect((await client.get('/v1/fiat/statement')).body.items[0]).toMatchObject({
    type: 'topup',
    amount: 1_000_000,
    balanceAfter: 1_000_000,
    fee: 1000,
  });
});

test('keeps the requested language after the payment, and the page shows the remaining time', async () => {
  const { id } = await topUp(20_000);
  const page = await stranger.get(`/checkout/${id}?lang=id`, { 'accept-language': 'en' });
  expect(page.text).toContain('<html lang="id">');
  expect(page.text).toContain(`action="/checkout/${id}/pay?lang=id"`);
  const seconds = Number(/data-seconds="(\d+)"/.exec(page.text)?.[1]);
  expect(seconds).toBeGreaterThan(86_000);
  expect(seconds).toBeLessThanOrEqual(86_400);
  const script = await stranger.get(/src="([^"]+)"/.exec(page.text)![1]!);
  expect([script.status, script.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  const paid = await stranger.post(`/checkout/${id}/pay?lang=id`, new URLSearchParams({ outcome: 'paid' }));
  expect(paid.headers.get('location')).toBe(`/checkout/${id}?lang=id`);
  expect((await stranger.get(`/checkout/${id}?lang=fr`, { 'accept-language': 'en' })).text).toContain(
    'lang="en"',
  );
});

test('credits five concurrent payments and a later one once', async () => {
  const before = await balance();
  const { id } = await topUp(50_000);
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(id, 'paid')));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  await pay(id, 'paid');
  expect(await statusOf(id)).toBe('paid');
  expect(await balance()).toBe(before + 50_000);
});

test('a failed payment stays failed and credits nothing', async () => {
  const before = await balance();
  const { id } = await topUp(50_000);
  await pay(id, 'failed');
  expect(await statusOf(id)).toBe('failed');
  await pay(id, 'paid');
  expect([await statusOf(id), await balance()]).toEqual(['failed', before]);
  expect((await stranger.get(`/checkout/${id}`)).text).not.toContain('<form');
});

test('an unpaid top-up expires, and a payment after that is credited once', async () => {
  const before = await balance();
  const { id } = await topUp(70_000);
  service.clock.advanceSeconds(86_280);
  expect(await statusOfLater(id)).toBe('pending');
  service.clock.advanceSeconds(121);
  expect(await statusOfLater(id)).toBe('expired');
  await Promise.all([pay(id, 'paid'), pay(id, 'paid')]);
  await pay(id, 'paid');
  expect(await statusOfLater(id)).toBe('paid');
  await client.post('/v1/auth/refresh');
  expect(await balance()).toBe(before + 70_000);
});

/** The player's access token has expired by then. */
async function statusOfLater(id: string): Promise<string> {
  await client.post('/v1/auth/refresh');
  return statusOf(id);
}

test('only its owner can read a top-up, and a replayed idempotency key returns the first response', async () => {
  const headers = { 'idempotency-key': 'topup-1' };
  const first = await client.post('/v1/fiat/topups', { amount: 10_000 }, headers);
  await pay(first.body.id, 'paid');
  const again = await client.post('/v1/fiat/topups', { amount: 10_000 }, headers);
  expect([again.status, again.body, again.headers.get('idempotent-replay')]).toEqual([
    201,
    first.body,
    'true',
  ]);
  expect((await client.post('/v1/fiat/topups', { amount: 10_001 }, headers)).status).toBe(409);
  expect(
    (await client.post('/v1/fiat/sends', { to: pid.replace('player', 'plaier'), amount: 1 }, headers)).status,
  ).toBe(409);
  const other = await newPlayer(service);
  expect((await other.client.get(`/v1/fiat/topups/${first.body.id}`)).body).toEqual({
    statusCode: 404,
    message: 'No such top-up',
  });
});

test('20 concurrent requests with one idempotency key create one top-up', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      client.post('/v1/fiat/topups', { amount: 12_345 }, { 'idempotency-key': 'raced' }),
    ),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === null)).toHaveLength(1);
});

test('returnTo accepts only a path of this site', async () => {
  for (const returnTo of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    'http://localhost:9/x',
    '/a\n',
  ]) {
    expect([returnTo, (await client.post('/v1/fiat/topups', { amount: 1, returnTo })).status]).toEqual([
      returnTo,
      400,
    ]);
  }
});

test('the pay form refuses another origin, an unknown link and an unknown outcome, each with a page', async () => {
  const { id } = await topUp(10_000);
  const foreign = await pay(id, 'paid', { origin: 'https://evil.example' });
  expect([foreign.status, foreign.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  expect((await pay(id, 'maybe')).status).toBe(400);
  expect((await pay('00000000-0000-4000-8000-000000000000', 'paid')).status).toBe(404);
  expect((await stranger.get('/checkout/not-an-id')).status).toBe(404);
  expect(await statusOf(id)).toBe('pending');
  expect((await pay(id, 'paid', { origin: service.baseUrl })).status).toBe(303);
});

test('refuses notices for the sandbox and for a provider that is not configured', async () => {
  expect((await stranger.post('/v1/payments/sandbox/notifications', {})).status).toBe(404);
  expect((await stranger.post('/v1/payments/midtrans/notifications', {})).status).toBe(404);
});

test('refuses to start with the sandbox outside loopback', () => {
  expect(problemsOf({ ...productionEnvironment, PID_PAYMENT_PROVIDER: 'sandbox' })).toEqual([
    expect.stringContaining('PID_PAYMENT_PROVIDER is sandbox'),
  ]);
});

test('a quote returns every fee and the allowed range, and a top-up outside the range is refused', async () => {
  const limited = await startTestService({
    PID_TOPUP_MIN: '10000',
    PID_TOPUP_MAX: '2000000',
    PID_PAYMENT_FEE_FLAT: '1000',
  });
  const { client } = await newPlayer(limited);
  const quote = await client.post('/v1/fiat/topups/quote', { amount: 50_000 });
  expect(quote.body).toEqual({
    amount: 50_000,
    fees: { global: 100, app: 0, provider: 1_000, total: 1_100 },
    total: 51_100,
    min: 10_000,
    max: 2_000_000,
  });
  const begun = await client.post('/v1/fiat/topups', { amount: 50_000 });
  expect(begun.body).toMatchObject({ fees: quote.body.fees, total: quote.body.total });
  for (const amount of [9_999, 2_000_001]) {
    const refused = await client.post('/v1/fiat/topups', { amount });
    expect([refused.status, refused.headers.get('pid-error')]).toEqual([
      400,
      expect.stringContaining('topup_out_of_range'),
    ]);
  }
  expect((await client.post('/v1/fiat/topups', { amount: 10_000 })).status).toBe(201);
});

test('does not charge a fee that the operator bears', async () => {
  const bearing = await startTestService({ PID_PAYMENT_FEE_FLAT: '4000', PID_PAYMENT_FEE_PAYER: 'operator' });
  const { client } = await newPlayer(bearing);
  const { body } = await client.post('/v1/fiat/topups', { amount: 1_000_000 });
  expect(body).toMatchObject({ fees: { global: 1000, app: 0, provider: 0, total: 1000 }, total: 1_001_000 });
});
