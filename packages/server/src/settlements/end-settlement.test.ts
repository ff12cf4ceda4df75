import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { bearing, machineTokenOf } from '../../test/app-helper.ts';
import { freeze } from '../../test/not-me-helper.ts';
import { signInConfirming } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { bornAt } from '../families/testing/family-fixture.ts';
import { platformBalance } from '../ledger/accounts.store.ts';
import { platformAccounts } from '../ledger/platform-accounts.ts';
import { findings } from '../payments/testing/payment-fixture.ts';
import { addMachineCredential } from '../admin/index.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import {
  administrators,
  patiently,
  settlingApps,
  signInAdministrators,
  told,
  type SettlingApp,
} from './testing/settlement-fixture.ts';

const settings = { PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual', PID_SETTLEMENT_FEE: '2500' };
const service = await startTestService(settings);
const otherNode = await startTestService(settings, service);
const admins = await signInAdministrators(service);
const [paying, failing, returning, separated, racing, paused, frozen, gone] = await settlingApps(
  service,
  admins,
  [500_000, 500_000, 500_000, 500_000, 900_000, 500_000, 500_000, 202_500],
);

afterAll(async () => expect(await findings(service)).toEqual([]));

type Step = 'sent' | 'paid' | 'failed';
const step = (
  what: Step,
  id: string,
  body: object = {},
  admin = what === 'sent' ? admins.sender : admins.decider,
) =>
  admin.post(
    `/v1/admin/settlements/${id}/${what}`,
    what === 'sent' ? body : { reference: `BCA ${what}`, ...body },
  );
const requested = async (shop: SettlingApp, amount = 100_000): Promise<string> =>
  (await shop.request(amount)).body.id;
const sent = async (shop: SettlingApp, amount = 100_000): Promise<string> => {
  const id = await requested(shop, amount);
  expect((await step('sent', id)).status).toBe(200);
  return id;
};
const inSettlements = () => platformBalance(service.db, platformAccounts.settlements);
const events = async (shop: SettlingApp) => {
  const token = await machineTokenOf(service.client(), shop);
  const { body } = await service.client().get(`/v1/apps/${shop.clientId}/events`, bearing(token));
  return (body.items as { type: string; data: { id: string; amount: number } }[]).filter(({ type }) =>
    type.startsWith('settlement.'),
  );
};

test('people send and pay a settlement: its amount leaves PID, its fee is income, and the owner is told', async () => {
  const shop = paying!;
  const before = await inSettlements();
  const id = await requested(shop);
  expect((await inSettlements()) - before).toBe(102_500n);
  const { body: listed } = await admins.sender.get('/v1/admin/settlements?status=requested');
  expect(listed.items.find((item: { id: string }) => item.id === id)).toMatchObject({
    client_id: shop.clientId,
    app: 'Star Game',
    owner: shop.ownerPid,
    accountNumber: '1234567890',
    holderName: 'PT Studio Kelinci',
    approvedBy: 'approver@pid',
    sentBy: null,
  });
  const sending = await step('sent', id);
  expect(sending.body).toMatchObject({ status: 'sent', sentBy: 'sender@pid', accountNumber: '1234567890' });
  expect(told(await shop.cancel(id))).toBe('409 settlement_ended');
  expect(told(await step('sent', id))).toBe('409 settlement_ended');
  const paid = await step('paid', id);
  expect(paid.body).toMatchObject({
    status: 'paid',
    decidedBy: 'decider@pid',
    reference: 'BCA paid',
    accountNumber: null,
  });
  expect((await inSettlements()) - before).toBe(0n);
  expect(told(await step('paid', id))).toBe('409 settlement_ended');
  expect(await shop.balance()).toMatchObject({ balance: 397_500 });
  const [item] = (await shop.list()).body.items;
  expect(item).toMatchObject({ id, status: 'paid', reference: 'BCA paid', paidAt: expect.any(String) });
  expect([item.createdAt <= item.sentAt, item.sentAt <= item.paidAt]).toEqual([true, true]);
  await expect
    .poll(() => events(shop))
    .toMatchObject([{ type: 'settlement.paid', data: { id, amount: 100_000 } }]);
  const { body: notices } = await shop.owner.get('/v1/notices');
  expect(notices.items[0]).toMatchObject({ type: 'settlement.paid', data: { id, amount: 100_000 } });
  const { body: fees } = await admins.decider.get('/v1/admin/fees');
  expect(fees.total.global).toBeGreaterThanOrEqual(2500);
});

test('a failed settlement returns with its fee, and the owner is told why', async () => {
  const shop = failing!;
  const id = await sent(shop);
  const failed = await step('failed', id, { reason: 'The account is closed' });
  expect(failed.body).toMatchObject({ status: 'failed', reason: 'The account is closed', paidAt: null });
  expect(await shop.balance()).toMatchObject({ balance: 500_000, available: 500_000 });
  expect(told(await step('paid', id))).toBe('409 settlement_ended');
  expect(told(await step('failed', id))).toBe('409 settlement_ended');
  await expect.poll(() => events(shop)).toMatchObject([{ type: 'settlement.failed', data: { id } }]);
  const { body: notices } = await shop.owner.get('/v1/notices');
  expect(notices.items[0]).toMatchObject({ data: { id, reason: 'The account is closed' } });
});

test('a paid settlement that the bank sends back fails once, and its fee returns too', async () => {
  const shop = returning!;
  const id = await sent(shop);
  await step('paid', id);
  const back = await step('failed', id, { reason: 'Returned by the bank' });
  expect(back.body).toMatchObject({ status: 'failed', paidAt: expect.any(String), reference: 'BCA failed' });
  expect(await shop.balance()).toMatchObject({ balance: 500_000, available: 500_000 });
  expect(told(await step('failed', id))).toBe('409 settlement_ended');
  await expect
    .poll(async () => (await events(shop)).map(({ type }) => type))
    .toEqual(['settlement.paid', 'settlement.failed']);
});

test('nobody decides who owns the app, approved the account or sent the settlement, nor a machine', async () => {
  const shop = separated!;
  const id = await sent(shop, 10_000);
  for (const what of ['paid', 'failed'] as const) {
    expect(told(await step(what, id, {}, admins.approver))).toBe('403 same_person');
    expect(told(await step(what, id, {}, admins.sender))).toBe('403 same_person');
    expect((await step(what, id, { reference: undefined })).status).toBe(400);
    const confirm = admins.decider.confirm;
    admins.decider.confirm = null;
    expect(told(await step(what, id))).toBe('403 step_up_required');
    admins.decider.confirm = confirm;
  }
  const machine = await addMachineCredential(
    { db: service.db, clock: systemClock, ids: randomIds },
    { name: 'bank-sync', role: 'money', days: 30, actor: 'cli', reason: null },
  );
  const asMachine = (what: Step, body: object) =>
    service.client().post(`/v1/admin/settlements/${id}/${what}`, body, bearing(machine!.secret));
  expect(told(await asMachine('paid', { reference: 'x' }))).toBe('403 person_needed');
  // The database refuses it as well.
  await expect(
    service.db.query(
      "update settlements set status = 'paid', paid_at = now(), paid_by = 'sender@pid' where id = $1",
      [id],
    ),
  ).rejects.toMatchObject({ constraint: 'settlements_paid_by_other' });
  expect((await step('paid', id)).status).toBe(200);

  // The owner of an app is a decider of other apps only.
  await service.db.query(
    "update apps set owner_id = (select id from identities where handle = 'decider') where client_id = $1",
    [shop.clientId],
  );
  expect(told(await step('failed', id))).toBe('403 own_app');
  await service.db.query(
    'update apps set owner_id = (select id from identities where handle = $2) where client_id = $1',
    [shop.clientId, shop.ownerPid.replace('@pid', '')],
  );
  expect(told(await step('paid', randomUUID()))).toBe('404 settlement_not_found');
});

test('an export leaves out the apps of the person who sends', async () => {
  const shop = separated!;
  const id = await requested(shop, 10_000);
  const send = (by: string) =>
    service.db.query<{ id: string }>('select id from settlements_send(now(), $1, 5, $2, null, null)', [
      [id],
      by,
    ]);
  expect((await send(shop.ownerPid)).rows).toEqual([]);
  expect((await send('sender@pid')).rows).toEqual([{ id }]);
  expect((await step('failed', id)).status).toBe(200);
});

test('of concurrent cancellations, sendings and outcomes on two nodes exactly one counts', async () => {
  const shop = racing!;
  const elsewhere = await signInConfirming(otherNode, shop.passkey);
  for (let round = 0; round < 4; round += 1) {
    const id = await requested(shop, 97_500);
    const path = `/v1/apps/${shop.clientId}/settlements/${id}/cancel`;
    const [cancelled, otherCancelled, sending] = await Promise.all([
      patiently(() => shop.cancel(id)),
      patiently(() => elsewhere.post(path)),
      patiently(() => step('sent', id)),
    ]);
    expect([cancelled, otherCancelled, sending].filter(({ status }) => status === 200)).toHaveLength(1);
    if (sending.status !== 200) continue;
    const ends = await Promise.all([patiently(() => step('paid', id)), patiently(() => step('failed', id))]);
    // A failure after the payment is the bank's return, so both may count, in that order.
    const { status } = (await shop.list()).body.items.find((item: { id: string }) => item.id === id);
    expect(ends.some((end) => end.status === 200)).toBe(true);
    expect(['paid', 'failed']).toContain(status);
  }
});

test('pause, suspension, freeze, a lost badge and the age of the owner refuse the request and the sending', async () => {
  const shop = paused!;
  const id = await requested(shop, 10_000);
  const blocked = async () => (await step('sent', id)).headers.get('pid-error');
  await admins.approver.call('pauseApp', { client_id: shop.clientId });
  expect(told(await shop.request(1000))).toBe('403 app_paused');
  expect(await blocked()).toBe('settlement_blocked; reason=app_paused');
  await admins.approver.call('resumeApp', { client_id: shop.clientId });
  await admins.approver.call('unverifyApp', { client_id: shop.clientId });
  expect(await blocked()).toBe('settlement_blocked; reason=app_not_verified');
  await admins.approver.call('verifyApp', { client_id: shop.clientId });
  await admins.approver.call('suspendIdentityAsAdmin', { pid: shop.ownerPid });
  expect(told(await shop.request(1000))).toBe('403 identity_suspended');
  expect(await blocked()).toBe('settlement_blocked; reason=app_paused');
  await admins.approver.call('reactivateIdentityAsAdmin', { pid: shop.ownerPid });
  const correct = (years: number) =>
    admins.approver.post(`/v1/admin/identities/${shop.ownerPid}/birth-month`, {
      birthMonth: bornAt(service, years),
      reason: 'certificate seen',
    });
  expect((await correct(15)).status).toBe(200);
  expect((await shop.request(1000)).headers.get('pid-error')).toBe('settlement_blocked; reason=owner_minor');
  expect(await blocked()).toBe('settlement_blocked; reason=owner_minor');
  expect((await correct(18)).status).toBe(200);
  expect((await step('sent', id)).status).toBe(200);

  const cold = frozen!;
  const other = await requested(cold, 10_000);
  expect((await freeze(service, cold.ownerPid.replace('@pid', '@example.com'))).status).toBe(200);
  await cold.again();
  expect(told(await cold.request(1000))).toBe('403 frozen');
  const refusal = await step('sent', other);
  expect(refusal.headers.get('pid-error')).toBe('settlement_blocked; reason=owner_frozen');
  // The owner can still take the money back into the app.
  expect((await cold.cancel(other)).status).toBe(200);
});

test('a bank return to a deleted app goes to suspense, where an administrator credits it', async () => {
  const shop = gone!;
  const id = await sent(shop, 200_000);
  const refused = await shop.owner.delete(`/v1/apps/${shop.clientId}`);
  expect(told(refused)).toBe('400 settlements_under_way');
  await step('paid', id);
  expect((await shop.owner.delete(`/v1/apps/${shop.clientId}`)).status).toBe(200);
  const back = await step('failed', id);
  expect(back.body).toMatchObject({ status: 'failed' });
  const { body: notices } = await shop.owner.get('/v1/notices');
  expect(notices.items[0]).toMatchObject({ type: 'settlement.failed', data: { id, to: 'suspense' } });
  const { body: suspense } = await admins.decider.get('/v1/admin/suspense?state=open');
  const item = suspense.items.find(({ holder }: { holder: string }) => holder === shop.clientId);
  expect(item).toMatchObject({ source: 'settlement', amount: 202_500, reason: 'app_closed', topUpId: null });
  const credited = await admins.decider.post(`/v1/admin/suspense/${item.id}/credit`, {
    pid: shop.ownerPid,
    reason: 'Returned by the bank',
  });
  expect(credited.status).toBe(200);
  const { rows } = await service.db.query('select from bank_accounts where client_id = $1', [shop.clientId]);
  expect(rows).toEqual([]);
});
