import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../../test/problems-of.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { randomIds } from '../../platform/ids.ts';
import { loadConfig } from '../../settings.ts';
import { openProvider } from '../choose-provider.ts';
import { remoteProviders, type RemoteProviderId } from './index.ts';
import { testedMidtrans } from './testing/fake-midtrans.ts';
import { testedXendit } from './testing/fake-xendit.ts';
import { readSettlementText } from './testing/read-settlement-text.ts';
import type { TestedProvider, TestNotice } from './testing/tested-provider.ts';

/** One fake per registered provider; the compiler reports a missing one. */
const testedProviders: Readonly<Record<RemoteProviderId, () => Promise<TestedProvider>>> = {
  midtrans: testedMidtrans,
  xendit: testedXendit,
};

describe.for([...remoteProviders])('$id', async ({ id, name }) => {
  const tested = await testedProviders[id]();
  const environment = {
    ...tested.environment,
    PID_PAYMENT_PROVIDER: id,
    PID_PAYMENT_API_URL: tested.server.url,
  };
  const service = await startTestService(environment);
  const anybody = service.client();
  const notify = async ({ body, headers }: TestNotice) =>
    anybody.post(`/v1/payments/${id}/notifications`, body, headers);
  const press = (topUpId: string) => anybody.post(`/checkout/${topUpId}/pay`, new URLSearchParams());

  /** A top-up whose page at the provider is open. */
  async function opened() {
    const { client } = await newPlayer(service);
    const begun = (await client.post('/v1/fiat/topups', { amount: 100_000 })).body;
    const topUpId = begun.id as string;
    const answer = await press(topUpId);
    return {
      id: topUpId,
      client,
      charge: { amount: begun.total as number },
      location: answer.headers.get('location'),
      read: async () => ({
        status: (await client.get(`/v1/fiat/topups/${topUpId}`)).body.status,
        balance: (await client.get('/v1/fiat/balance')).body.balance,
      }),
    };
  }

  test('refuses to start without each of its settings', () => {
    expect(problemsOf(environment)).toEqual([]);
    for (const variable of Object.keys(tested.environment))
      expect(problemsOf({ ...environment, [variable]: '' })).toEqual([expect.stringContaining(variable)]);
  });

  test('accepts the right key and refuses another one', async () => {
    const open = (change: Record<string, string>) => openProvider(loadConfig({ ...environment, ...change }))!;
    await open({}).proveKey();
    const [first] = Object.keys(tested.environment);
    await expect(open({ [first!]: 'wrong' }).proveKey()).rejects.toThrow(`${name} answered 401`);
  });

  test('the pay button opens one page, which the content security policy allows', async () => {
    const one = await opened();
    expect(one.location).toBe(tested.pageOf(one.id));
    expect((await press(one.id)).headers.get('location')).toBe(one.location);
    expect(tested.openRequests(one.id)).toHaveLength(1);
    const page = await anybody.get(`/checkout/${one.id}`);
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${new URL(one.location!).origin};`,
    );
    expect(page.text).toContain(name);
  });

  test('credits a payment once after the status API confirms it, with five concurrent notices and a replay', async () => {
    const one = await opened();
    tested.set(one.id, 'paid', one.charge);
    const notice = tested.paidNotice(one.id, one.charge);
    const answers = await Promise.all(Array.from({ length: 5 }, () => notify(notice)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await notify(notice)).body).toEqual({ ok: true });
    expect(await one.read()).toEqual({ status: 'paid', balance: 100_000 });
  });

  test('refuses a forged notice', async () => {
    const one = await opened();
    tested.set(one.id, 'paid', one.charge);
    for (const forged of tested.forge(tested.paidNotice(one.id, one.charge)))
      expect((await notify(forged)).body).toEqual({ statusCode: 401, message: 'Unauthorized' });
    expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
  });

  test('ignores an authentic notice if the status API disagrees', async () => {
    const one = await opened();
    tested.set(one.id, 'pending', one.charge);
    expect((await notify(tested.paidNotice(one.id, one.charge))).status).toBe(200);
    expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
  });

  test('does not credit another amount or currency', async () => {
    for (const change of [{ amount: 100 }, { currency: 'USD' }]) {
      const one = await opened();
      tested.set(one.id, 'paid', { ...one.charge, ...change });
      await notify(tested.paidNotice(one.id, one.charge));
      expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
    }
  });

  test('an expired page makes the top-up expired, a cancelled one failed', async () => {
    for (const [state, status] of [
      ['expired', 'expired'],
      ['cancelled', 'failed'],
    ] as const) {
      const one = await opened();
      tested.set(one.id, state, one.charge);
      await notify(tested.paidNotice(one.id, one.charge));
      expect((await one.read()).status).toBe(status);
    }
  });

  test('a refund is debited once, up to the whole payment', async () => {
    const one = await opened();
    const notice = tested.paidNotice(one.id, one.charge);
    tested.set(one.id, 'paid', one.charge);
    await notify(notice);
    tested.refund(one.id, 40_000, one.charge);
    await Promise.all([notify(notice), notify(notice)]);
    expect(await one.read()).toEqual({ status: 'paid', balance: 60_000 });
    tested.refund(one.id, one.charge.amount, one.charge);
    await notify(notice);
    expect(await one.read()).toEqual({ status: 'refunded', balance: 0 });
  });

  test('refuses a notice for an unknown top-up, so that the provider sends it again', async () => {
    expect((await notify(tested.paidNotice(randomIds.uuid(), { amount: 1 }))).status).toBe(404);
  });

  test('responds 503 while the status API is down, and credits at the next notice', async () => {
    const one = await opened();
    tested.set(one.id, 'paid', one.charge);
    const notice = tested.paidNotice(one.id, one.charge);
    tested.server.brokenStatus = 502;
    expect((await notify(notice)).status).toBe(503);
    tested.server.brokenStatus = null;
    expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
    await notify(notice);
    expect(await one.read()).toEqual({ status: 'paid', balance: 100_000 });
  });

  test('shows an error page if the provider does not respond, and the next press opens a new order', async () => {
    const { client } = await newPlayer(service);
    const { id: topUpId, total } = (await client.post('/v1/fiat/topups', { amount: 5000 })).body;
    tested.server.brokenStatus = 500;
    expect((await press(topUpId)).status).toBe(503);
    tested.server.brokenStatus = null;
    const second = `${topUpId}-2`;
    expect((await press(topUpId)).headers.get('location')).toBe(tested.pageOf(second));
    tested.set(second, 'paid', { amount: total });
    await notify(tested.paidNotice(second, { amount: total }));
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(5000);
  });

  test('requests the cancellation of an open page before its payer is deleted', async () => {
    const one = await opened();
    tested.set(one.id, 'pending', one.charge);
    expect((await one.client.delete('/v1/identity/me', {})).status).toBe(200);
    const asked = tested.server.requests.filter(
      ({ path }) => path.includes(one.id) && path.endsWith('/cancel'),
    );
    expect(asked).toHaveLength(1);
  });

  test('reads the payments and refunds of its settlement file', async () => {
    const file = await readSettlementText(tested.settlementFile('order-1', 'order-2', 100_100));
    expect([file?.provider, file?.unread]).toEqual([id, []]);
    expect(file?.lines.map(({ kind, orderId, amount }) => [kind, orderId, amount])).toEqual([
      ['charge', 'order-1', 100_100n],
      ['refund', 'order-2', 100_100n],
    ]);
  });
});
