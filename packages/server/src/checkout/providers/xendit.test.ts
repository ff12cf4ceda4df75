import { expect, test } from 'vitest';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { fakeXendit } from './testing/fake-xendit.ts';
import { readSettlementText } from './testing/read-settlement-text.ts';

const fake = await fakeXendit('xnd_test');
const service = await startTestService({
  PID_PAYMENT_PROVIDER: 'xendit',
  PID_XENDIT_SECRET_KEY: 'xnd_test',
  PID_XENDIT_CALLBACK_TOKEN: 'callback-token',
  PID_PAYMENT_API_URL: fake.server.url,
});
const anybody = service.client();
const notify = (body: unknown) =>
  anybody.post('/v1/payments/xendit/notifications', body, { 'x-callback-token': 'callback-token' });

async function opened(amount = 100_000) {
  const { client } = await newPlayer(service);
  const { id } = (await client.post('/v1/fiat/topups', { amount })).body;
  await anybody.post(`/checkout/${id}/pay`, new URLSearchParams());
  return {
    id: id as string,
    read: async () => ({
      status: (await client.get(`/v1/fiat/topups/${id}`)).body.status,
      balance: (await client.get('/v1/fiat/balance')).body.balance,
    }),
  };
}

test('opens a payment session with the stored amount and order', async () => {
  const one = await opened();
  expect(fake.server.requests.at(-1)!.body).toMatchObject({
    reference_id: one.id,
    session_type: 'PAY',
    mode: 'PAYMENT_LINK',
    amount: 100_100,
    currency: 'IDR',
    country: 'ID',
    success_return_url: `${service.baseUrl}/checkout/${one.id}`,
  });
});

test('sums refunds from the list of refunds, without failed ones', async () => {
  const one = await opened();
  fake.set(one.id, { status: 'COMPLETED' });
  await notify(fake.sessionNotice(one.id, 'COMPLETED'));
  fake.refund(one.id, 40_000, 'FAILED');
  await notify(fake.refundNotice(one.id, 40_000));
  expect(await one.read()).toEqual({ status: 'paid', balance: 100_000 });
  fake.refund(one.id, 40_000);
  await notify(fake.refundNotice(one.id, 40_000));
  expect(await one.read()).toEqual({ status: 'paid', balance: 60_000 });
  fake.refund(one.id, 60_100);
  await notify(fake.refundNotice(one.id, 60_100));
  expect(await one.read()).toEqual({ status: 'refunded', balance: 0 });
});

test('refuses a session whose response has another reference', async () => {
  const one = await opened();
  fake.set(one.id, { status: 'COMPLETED', reference_id: 'somebody-elses-order' });
  const notice = { ...fake.sessionNotice(one.id, 'COMPLETED'), data: { reference_id: one.id } };
  expect((await notify(notice)).status).toBe(503);
  expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
});

const linesOf = async (text: string) =>
  (await readSettlementText(text))?.lines.map(({ line, kind, orderId, amount }) => [
    line,
    kind,
    orderId,
    amount,
  ]);

test('balance report: skips fees and taxes, reads quotes and semicolons, and treats reversals as refunds', async () => {
  const text =
    '\uFEFFProduct ID;Transaction ID;Transaction Type;Line Type;Reference;Currency;Amount;Debit or Credit\r\n' +
    'py-1;t1;PAYMENT;TRANSACTION;"order ""1""";IDR;100100.00;CREDIT\r\n' +
    'py-1;t1;PAYMENT;FEE;order-1;IDR;4000;DEBIT\r\n' +
    'py-1;t1;VA PAYMENT;VAT;order-1;IDR;440;DEBIT\r\n' +
    'py-1;t3;REFUND;TRANSACTION;order-1;IDR;-30000;DEBIT\r\n' +
    'py-1;t3;REFUND;FEE_REVERSAL;order-1;IDR;4000;CREDIT\r\n' +
    'py-3;t5;EWALLET_PAYMENT;TRANSACTION_REVERSAL;order-3;IDR;7000;DEBIT\r\n' +
    'po-1;t6;BATCH_DISBURSEMENT;TRANSACTION;wages;IDR;9000;DEBIT\r\n' +
    'po-2;t7;PLATFORM_FEE;TRANSACTION;order-1;IDR;9000;DEBIT\r\n' +
    'py-2;t4;PAYMENT;TRANSACTION;order-2;PHP;5;CREDIT\r\n';
  expect(await readSettlementText(text)).toEqual({
    provider: 'xendit',
    lines: [
      { line: 2, kind: 'charge', orderId: 'order "1"', chargeId: 'py-1', amount: 100_100n },
      { line: 5, kind: 'refund', orderId: 'order-1', chargeId: 'py-1', amount: 30_000n },
      { line: 7, kind: 'refund', orderId: 'order-3', chargeId: 'py-3', amount: 7000n },
    ],
    unread: [{ line: 10, reason: 'its currency is PHP' }],
  });
});

test('transactions report: a refunded payment counts as a payment and a refund; pending and failed lines are skipped', async () => {
  const text =
    'Amount,Status,Type,Channel,Reference,Currency\n' +
    '100100,REFUNDED,PAYMENT,EWALLET,order-1,IDR\n' +
    '100100,SUCCESSFUL,REFUND,EWALLET,order-1,IDR\n' +
    '50000,REFUND_PENDING,PAYMENT,VIRTUAL_ACCOUNT,order-2,IDR\n' +
    '50000,PENDING,REFUND,VIRTUAL_ACCOUNT,order-2,IDR\n' +
    '60000,FAILED,PAYMENT,CARDS,order-3,IDR\n' +
    '70000,SUCCESSFUL,REMITTANCE_PAYOUT,BANK,order-4,IDR\n' +
    '70000,SUCCESSFUL,TRANSFER,XENPLATFORM,order-5,IDR\n';
  expect(await linesOf(text)).toEqual([
    [2, 'charge', 'order-1', 100_100n],
    [3, 'refund', 'order-1', 100_100n],
    [4, 'charge', 'order-2', 50_000n],
  ]);
});
