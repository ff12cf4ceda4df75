import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { findings, newKey } from '../payments/testing/payment-fixture.ts';
import {
  administrators,
  bankDetails,
  openSettlingApp,
  settlingApps,
  signInAdministrators,
  told,
} from './testing/settlement-fixture.ts';

const on = await startTestService({ PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual' });
const off = await startTestService({ PID_ADMINS: administrators }, on);
const admins = await signInAdministrators(on);

afterAll(async () => expect(await findings(on)).toEqual([]));

test('settlements are off by default', async () => {
  const shop = await openSettlingApp(on, admins.approver);
  const { client } = atOff(shop.owner);
  const path = `/v1/apps/${shop.clientId}`;
  expect(told(await client.get(`${path}/bank-account`))).toBe('403 settlements_off');
  expect(told(await client.put(`${path}/bank-account`, bankDetails))).toBe('403 settlements_off');
  expect(told(await client.delete(`${path}/bank-account`))).toBe('403 settlements_off');
  expect(told(await client.post(`${path}/settlements`, { amount: 1 }, newKey()))).toBe('403 settlements_off');
  expect(told(await client.get(`${path}/settlements`))).toBe('403 settlements_off');
  expect(told(await client.post(`${path}/settlements/${randomUUID()}/cancel`))).toBe('403 settlements_off');
  expect((await client.get(`${path}/balance`)).body).toMatchObject({ balance: 0, available: 0 });
  // A player's own withdrawal stays disabled, whatever the setting.
  expect(told(await shop.owner.post('/v1/fiat/withdrawals'))).toBe('403 withdrawals_disabled');
});

test('after settlements were turned off, nothing starts, and what exists can be read, cancelled, ended and removed', async () => {
  const [shop] = await settlingApps(on, admins, [300_000]);
  const key = newKey();
  const { body: kept } = await shop!.request(10_000, key);
  const { body: sent } = await shop!.request(20_000);
  await admins.sender.call('markSettlementSent', { id: sent.id });
  const { client } = atOff(shop!.owner);
  const path = `/v1/apps/${shop!.clientId}`;
  // Nothing can be settled, so nothing is computed.
  expect(await shop!.balance()).toMatchObject({ balance: 270_000, available: 270_000 });
  expect((await client.get(`${path}/balance`)).body).toMatchObject({ balance: 270_000, available: 0 });
  const { client: decider } = atOff(admins.decider);
  expect((await client.get(`${path}/bank-account`)).status).toBe(200);
  expect((await client.get(`${path}/settlements`)).body.items).toHaveLength(2);
  // A replay comes before the refusal.
  expect((await client.post(`${path}/settlements`, { amount: 10_000 }, key)).body).toEqual(kept);
  expect(told(await client.post(`${path}/settlements`, { amount: 10_000 }, newKey()))).toBe(
    '403 settlements_off',
  );
  expect(told(await decider.post(`/v1/admin/settlements/${kept.id}/sent`, {}))).toBe('403 settlements_off');
  expect(
    told(await decider.post(`/v1/admin/bank-accounts/${shop!.clientId}/approve`, { version: kept.id })),
  ).toBe('403 settlements_off');
  expect((await client.post(`${path}/settlements/${kept.id}/cancel`)).status).toBe(200);
  const failed = await decider.post(`/v1/admin/settlements/${sent.id}/failed`, { reference: 'closed' });
  expect(failed.body).toMatchObject({ status: 'failed' });
  expect((await client.delete(`${path}/bank-account`)).status).toBe(200);
  expect(told(await client.delete(`${path}/bank-account`))).toBe('403 settlements_off');
});

/** The same browser at the node where settlements are off. */
function atOff(client: (typeof admins)['approver']) {
  const other = off.client();
  for (const name of ['pid_access', 'pid_refresh']) {
    const value = client.cookie(name);
    if (value !== undefined) other.setCookie(name, value);
  }
  other.confirm = client.confirm;
  return { client: other };
}
