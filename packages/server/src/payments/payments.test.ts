import { afterAll, describe, expect, test } from 'vitest';
import { bearing } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { findings, letTimePass, openShop, paymentsToken, richPlayer } from './testing/payment-fixture.ts';

const service = await startTestService();
const shop = await openShop(service, { feeBps: 250, feeFlat: 300 });
const budi = await richPlayer(service);

const told = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('pid-error')?.split(';')[0],
];

afterAll(async () => expect(await findings(service)).toEqual([]));

describe('creating a payment', () => {
  test('returns the same payment for the same reference and body; another body is a conflict', async () => {
    const body = { reference: 'sword-1', amount: 15_000, description: 'Pedang emas' };
    const first = await shop.create(body);
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(String),
        clientId: shop.clientId,
        reference: 'sword-1',
        status: 'open',
        amount: 15_000,
        description: 'Pedang emas',
        item: null,
        to: null,
        payer: null,
        fees: { global: 100, app: 0, total: 100 },
        total: 15_100,
        captured: 0,
        refunded: 0,
        capture: 'automatic',
        payUrl: `${service.baseUrl}/pay/${first.body.id}`,
        returnTo: null,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        paidAt: null,
        captureBy: null,
        allowance: null,
      },
    ]);
    expect(Date.parse(first.body.expiresAt) - Date.parse(first.body.createdAt)).toBe(3_600_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.create(body)));
    expect(answers.map(({ status, body: { id } }) => [status, id])).toEqual(
      Array.from({ length: 10 }, () => [200, first.body.id]),
    );
    expect(told(await shop.create({ ...body, amount: 15_001 }))).toEqual([409, 'payment_reference_used']);
    expect((await shop.ask('GET', `/payments/${first.body.id}`)).body).toEqual(first.body);
    expect((await shop.ask('GET', '/payments?status=open')).body.items).toContainEqual(first.body);
  });

  test('needs the scope, which must be requested and which the owner can withdraw', async () => {
    const reading = bearing(await paymentsToken(service, shop, 'read'));
    const body = { reference: 'scope', amount: 1, description: 'x' };
    expect(told(await shop.ask('POST', '/payments', body, reading))).toEqual([403, 'read_only_token']);
    expect((await shop.ask('GET', '/payments', undefined, reading)).status).toBe(200);
    const other = await openShop(service);
    expect((await other.create()).status).toBe(201);
    const taken = await other.owner.patch(`/v1/apps/${other.clientId}`, { scopes: ['read'] });
    expect([taken.status, taken.body.scopes]).toEqual([200, ['read']]);
    expect(told(await other.create())).toEqual([403, 'read_only_token']);
    expect((await other.ask('GET', '/balance')).status).toBe(200);
    const credentials = {
      grant_type: 'client_credentials',
      client_id: other.clientId,
      client_secret: other.clientSecret,
    };
    const asking = (scope?: string) => service.client().post('/v1/auth/token', { ...credentials, scope });
    expect(told(await asking('read payments'))).toEqual([400, 'invalid_scope']);
    expect((await asking()).body.scope).toBe('read');
    service.clock.advanceSeconds(700);
    await other.owner.post('/v1/auth/refresh');
    expect(
      told(await other.owner.patch(`/v1/apps/${other.clientId}`, { scopes: ['read', 'payments'] })),
    ).toEqual([403, 'step_up_required']);
  });

  test('is possible for the owner on a page; the app of another owner does not exist', async () => {
    const body = { reference: 'by-owner', amount: 500, description: 'x' };
    const path = `/v1/apps/${shop.clientId}/payments`;
    await shop.owner.post('/v1/auth/refresh');
    expect((await shop.owner.post(path, body)).status).toBe(201);
    const stranger = await newPlayer(service);
    expect(told(await stranger.client.post(path, body))).toEqual([404, 'no_such_app']);
    const rival = await openShop(service);
    expect(told(await shop.ask('POST', '/payments', body, rival.machine))).toEqual([404, 'no_such_app']);
    const { id } = (await shop.create()).body;
    expect(told(await rival.ask('GET', `/payments/${id}`))).toEqual([404, 'payment_not_found']);
    expect(told(await rival.ask('POST', `/payments/${id}/cancel`, {}))).toEqual([404, 'payment_not_found']);
  });

  test.each([
    { amount: 0 },
    { amount: 1_000_000_000_001 },
    { description: '' },
    { description: 'turned \u202E around' },
    { description: 'two\nlines' },
    { description: '   ' },
    { reference: 'x'.repeat(65) },
    { expiresInSeconds: 59 },
    { captureWithinSeconds: 604_801 },
    { returnTo: 'https://evil.example/' },
    { returnTo: 'https://game.example/?payment_id=1' },
    { returnTo: 'https://game.example/?status=paid' },
    { returnTo: 'http://localhost.evil.example/' },
    { pid: 'nobody_at_all@pid' },
    { to: budi.pid, pid: budi.pid },
  ])('refuses %j', async (fields) => {
    expect((await shop.create(fields)).status).toBe(400);
  });

  test('returns 404 for an unknown receiver; a listed origin and loopback are valid return addresses', async () => {
    expect(told(await shop.create({ to: 'nobody_at_all@pid' }))).toEqual([404, 'receiver_not_found']);
    for (const returnTo of ['https://game.example/bought?item=1', 'http://localhost:5173/bought'])
      expect((await shop.create({ returnTo })).body.returnTo).toBe(returnTo);
  });
});

describe('confirming a payment', () => {
  test('pays the app, appears on both statements, and returns the same response when repeated', async () => {
    const { body: payment } = await shop.create({ amount: 20_000 });
    const seen = await budi.client.get(`/v1/payments/${payment.id}`);
    expect(seen.body).toEqual({
      ...payment,
      app: {
        name: 'Star Game',
        logoUrl: null,
        cover: null,
        verified: false,
        status: 'active',
        contact: null,
      },
      origin: null,
      returned: 0,
      history: [],
      refunds: [],
    });
    const before = await budi.balance();
    const escrow = (await shop.ask('GET', '/balance')).body.balance;
    expect(told(await budi.confirm(payment.id, 20_000))).toEqual([409, 'quote_changed']);
    const paid = await budi.confirm(payment.id, 20_100);
    expect([paid.status, paid.body.status, paid.body.payer, paid.body.captured]).toEqual([
      200,
      'paid',
      budi.pid,
      20_000,
    ]);
    expect((await budi.confirm(payment.id, 20_100)).body).toEqual(paid.body);
    expect((await budi.confirm(payment.id, 1)).body).toEqual(paid.body);
    expect((await budi.balance()).balance).toBe(before.balance - 20_100);
    expect((await shop.ask('GET', '/balance')).body).toMatchObject({ balance: escrow + 20_000, held: 0 });
    expect((await budi.client.get('/v1/fiat/statement?limit=1')).body.items).toEqual([
      {
        id: expect.any(String),
        type: 'payment',
        amount: -20_100,
        balanceAfter: before.balance - 20_100,
        counterparty: shop.clientId,
        fee: 100,
        app: shop.clientId,
        appName: 'Star Game',
        payment: payment.id,
        paymentStatus: 'paid',
        note: 'A golden sword',
        createdAt: expect.any(String),
      },
    ]);
    expect((await shop.ask('GET', '/statement?limit=1')).body.items[0]).toMatchObject({
      type: 'payment',
      amount: 20_000,
      counterparty: budi.pid,
      note: 'A golden sword',
    });
    expect((await budi.client.get('/v1/payments')).body.items[0].id).toBe(payment.id);
    expect(told(await shop.ask('POST', `/payments/${payment.id}/capture`, {}))).toEqual([
      409,
      'payment_ended',
    ]);
    expect(told(await shop.ask('POST', `/payments/${payment.id}/cancel`, {}))).toEqual([
      409,
      'payment_ended',
    ]);
  });

  test('to another player charges the app’s fee on top, which goes to the app', async () => {
    const seller = await newPlayer(service);
    const escrow = (await shop.ask('GET', '/balance')).body.balance;
    const { body: payment } = await shop.create({ amount: 10_000, to: seller.pid });
    expect(payment.fees).toEqual({ global: 100, app: 550, total: 650 });
    expect((await budi.confirm(payment.id, 10_650)).status).toBe(200);
    expect((await seller.client.get('/v1/fiat/balance')).body.balance).toBe(10_000);
    expect((await shop.ask('GET', '/balance')).body.balance).toBe(escrow + 550);
    expect((await shop.ask('GET', '/statement?limit=1')).body.items[0].type).toBe('app_fee');
    expect((await seller.client.get('/v1/fiat/statement')).body.items[0]).toMatchObject({
      type: 'payment',
      amount: 10_000,
      counterparty: budi.pid,
    });
    expect(told(await shop.ask('POST', `/payments/${payment.id}/refunds`, { amount: 1 }))).toEqual([
      400,
      'payment_not_refundable',
    ]);
  });

  test('is not found for a payment of another player, and refused for oneself and one’s own app', async () => {
    const citra = await richPlayer(service);
    const { body: hers } = await shop.create({ pid: citra.pid });
    expect(told(await budi.client.get(`/v1/payments/${hers.id}`))).toEqual([404, 'payment_not_found']);
    expect(told(await budi.confirm(hers.id, 10_100))).toEqual([404, 'payment_not_found']);
    expect(told(await budi.client.post(`/v1/payments/${hers.id}/decline`, {}))).toEqual([
      404,
      'payment_not_found',
    ]);
    const { body: toHer } = await shop.create({ to: citra.pid });
    expect(told(await citra.confirm(toHer.id, 10_650))).toEqual([400, 'own_payment']);
    expect(
      told(await shop.owner.post(`/v1/payments/${toHer.id}/confirm`, { expectedTotal: 10_650 })),
    ).toEqual([400, 'own_payment']);
    expect((await citra.confirm(hers.id, 10_100)).status).toBe(200);
  });

  test('without enough money returns the needed amount, and the payment stays open', async () => {
    const poor = await richPlayer(service, 10_099n);
    const { body: payment } = await shop.create();
    const answer = await poor.confirm(payment.id, 10_100);
    expect([answer.status, answer.headers.get('pid-error')]).toEqual([
      400,
      'insufficient_balance; needed=10100; available=10099',
    ]);
    expect((await poor.client.get(`/v1/payments/${payment.id}`)).body.status).toBe('open');
  });

  test('is refused for declined, cancelled and expired payments', async () => {
    const [declined, cancelled, expired] = [
      (await shop.create()).body.id,
      (await shop.create()).body.id,
      (await shop.create()).body.id,
    ];
    const said = await budi.client.post(`/v1/payments/${declined}/decline`, {});
    expect([said.status, said.body.status]).toEqual([200, 'declined']);
    expect((await budi.client.post(`/v1/payments/${declined}/decline`, {})).status).toBe(200);
    expect((await shop.ask('POST', `/payments/${cancelled}/cancel`, {})).body.status).toBe('cancelled');
    expect((await shop.ask('POST', `/payments/${cancelled}/cancel`, {})).status).toBe(200);
    await letTimePass(service, expired, 3601);
    expect((await shop.ask('GET', `/payments/${expired}`)).body.status).toBe('expired');
    expect(told(await budi.confirm(declined, 10_100))).toEqual([409, 'payment_ended']);
    expect(told(await budi.confirm(cancelled, 10_100))).toEqual([409, 'payment_ended']);
    const late = await budi.confirm(expired, 10_100);
    expect([late.status, late.body.message]).toEqual([410, 'Payment expired']);
    expect(told(await budi.client.post(`/v1/payments/${expired}/decline`, {}))).toEqual([
      410,
      'payment_expired',
    ]);
    expect(told(await shop.ask('POST', `/payments/${expired}/cancel`, {}))).toEqual([409, 'payment_ended']);
  });
});

test('the export of a payer contains every payment of theirs and no others', async () => {
  const { body: asked } = await shop.create({ reference: 'exported', amount: 7000, description: 'Tameng' });
  expect((await budi.confirm(asked.id, asked.total)).status).toBe(200);
  const { body } = await budi.client.get('/v1/identity/export');
  expect(body.payments).toContainEqual({
    id: asked.id,
    app: shop.clientId,
    appName: 'Star Game',
    reference: 'exported',
    description: 'Tameng',
    item: null,
    to: null,
    allowance: null,
    status: 'paid',
    amount: 7000,
    fees: { global: 100, app: 0 },
    captured: 7000,
    refunded: 0,
    returned: 0,
    createdAt: expect.any(String),
    paidAt: expect.any(String),
    history: [{ status: 'paid', amount: 7100, at: expect.any(String) }],
  });
  const stranger = await newPlayer(service);
  expect((await stranger.client.get('/v1/identity/export')).body.payments).toEqual([]);
});
