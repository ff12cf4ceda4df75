import { expect, test } from 'vitest';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { fakeXendit } from './testing/fake-xendit.ts';

const fake = await fakeXendit('xnd_test');
const service = await startTestService({
  PID_PAYMENT_PROVIDER: 'xendit',
  PID_XENDIT_SECRET_KEY: 'xnd_test',
  PID_XENDIT_CALLBACK_TOKEN: 'callback-token',
  PID_PAYMENT_API_URL: fake.server.url,
});
const anybody = service.client();
const notify = (body: unknown, token = 'callback-token') =>
  anybody.post('/v1/payments/xendit/notifications', body, { 'x-callback-token': token });

async function opened(amount = 100_000) {
  const { client } = await newPlayer(service);
  const { id } = (await client.post('/v1/fiat/topups', { amount })).body;
  const answer = await anybody.post(`/checkout/${id}/pay`, new URLSearchParams());
  return {
    id: id as string,
    location: answer.headers.get('location'),
    read: async () => ({
      status: (await client.get(`/v1/fiat/topups/${id}`)).body.status,
      balance: (await client.get('/v1/fiat/balance')).body.balance,
    }),
  };
}

test('the pay button opens a payment session and redirects to its link', async () => {
  const one = await opened();
  expect(one.location).toBe(`${fake.server.url}/link/ps-${one.id}`);
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

test('credits a completed session once, whatever the number and order of notices', async () => {
  const one = await opened();
  fake.set(one.id, { status: 'COMPLETED' });
  const completed = fake.sessionNotice(one.id, 'COMPLETED');
  await Promise.all([
    notify(completed),
    notify(fake.sessionNotice(one.id, 'EXPIRED')),
    notify(completed),
    notify(completed),
  ]);
  expect(await one.read()).toEqual({ status: 'paid', balance: 100_000 });
});

test('refuses a notice without the token, and ignores one with it if the status API disagrees', async () => {
  const one = await opened();
  const completed = { ...fake.sessionNotice(one.id, 'COMPLETED') };
  expect((await notify(completed, 'wrong')).status).toBe(401);
  expect((await anybody.post('/v1/payments/xendit/notifications', completed)).status).toBe(401);
  expect((await notify(completed)).status).toBe(200);
  expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
});

test('does not credit a session with another amount or currency', async () => {
  for (const fields of [{ amount: 1 }, { currency: 'PHP' }]) {
    const one = await opened();
    fake.set(one.id, { status: 'COMPLETED', ...fields });
    await notify(fake.sessionNotice(one.id, 'COMPLETED'));
    expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
  }
});

test('an expired session makes the top-up expired, a canceled one failed', async () => {
  for (const [state, status] of [
    ['EXPIRED', 'expired'],
    ['CANCELED', 'failed'],
  ] as const) {
    const one = await opened();
    fake.set(one.id, { status: state });
    await notify(fake.sessionNotice(one.id, state));
    expect((await one.read()).status).toBe(status);
  }
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

test('cancels an active session before its payer is deleted', async () => {
  const { client } = await newPlayer(service);
  const { id } = (await client.post('/v1/fiat/topups', { amount: 100_000 })).body;
  await anybody.post(`/checkout/${id}/pay`, new URLSearchParams());
  expect((await client.delete('/v1/identity/me', {})).status).toBe(200);
  expect(fake.server.requests.at(-2)).toMatchObject({ method: 'POST', path: `/sessions/ps-${id}/cancel` });
});
