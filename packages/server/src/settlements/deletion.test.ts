import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { findings } from '../payments/testing/payment-fixture.ts';
import { administrators, settlingApps, signInAdministrators, told } from './testing/settlement-fixture.ts';

const service = await startTestService({ PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual' });
const admins = await signInAdministrators(service);
const [own, byAdmin, exported] = await settlingApps(service, admins, [100_000, 100_000, 100_000]);

afterAll(async () => expect(await findings(service)).toEqual([]));

const bankAccounts = async (clientId: string) =>
  (await service.db.query('select from bank_accounts where client_id = $1', [clientId])).rowCount;

test('an app and its owner cannot be deleted while a settlement is open', async () => {
  const shop = own!;
  const { body } = await shop.request(100_000);
  const deleteApp = () => shop.owner.delete(`/v1/apps/${shop.clientId}`);
  const deleteOwner = async () => {
    const options = await shop.owner.post('/v1/identity/me/deletion');
    if (options.status !== 200) return options;
    return shop.owner.delete('/v1/identity/me', { assertion: shop.passkey.assert(options.body) });
  };
  expect(told(await deleteApp())).toBe('400 settlements_under_way');
  const refused = await deleteOwner();
  expect(refused.headers.get('pid-error')).toBe(
    `deletion_blocked; reason=settlements_open; app="${shop.clientId}"`,
  );
  await admins.sender.call('markSettlementSent', { id: body.id });
  expect(told(await deleteApp())).toBe('400 settlements_under_way');
  expect(told(await deleteOwner())).toBe('400 deletion_blocked');
  await admins.decider.call('markSettlementPaid', { id: body.id, reference: 'BCA 1' });
  expect((await deleteOwner()).status).toBe(200);
  expect(await bankAccounts(shop.clientId)).toBe(0);
  // The books keep the settlement, with the sealed number.
  const { rows } = await service.db.query<{ last4: string; sealed: number }>(
    'select last4, length(account_number) as sealed from settlements where id = $1',
    [body.id],
  );
  expect(rows).toEqual([{ last4: '7890', sealed: 39 }]);
  // The bank sends it back after the deletion.
  await admins.decider.call('markSettlementFailed', { id: body.id, reference: 'BCA 2' });
  const { items } = await admins.decider.call('listSuspense', { state: 'open' });
  expect(items).toMatchObject([{ source: 'settlement', amount: 100_000, holder: shop.clientId }]);
  const listed = await admins.decider.call('listSettlementsAsAdmin', { status: 'failed' });
  expect(listed.items).toMatchObject([{ id: body.id, owner: null }]);
});

test('an administrator’s deletion cancels what was requested, and is refused while a settlement is sent', async () => {
  const shop = byAdmin!;
  const { body: waiting } = await shop.request(40_000);
  const { body: sent } = await shop.request(10_000);
  await admins.sender.call('markSettlementSent', { id: sent.id });
  const remove = () => admins.approver.post(`/v1/admin/identities/${shop.ownerPid}/delete`, {});
  expect(told(await remove())).toBe('400 settlements_under_way');
  // A refused deletion changes nothing.
  const { items: kept } = await admins.decider.call('listSettlementsAsAdmin', { status: 'requested' });
  expect(kept).toMatchObject([{ id: waiting.id }]);
  await admins.decider.call('markSettlementFailed', { id: sent.id, reference: 'BCA 3' });
  expect((await remove()).status).toBe(200);
  const { items } = await admins.decider.call('listSettlementsAsAdmin', { status: 'cancelled' });
  expect(items).toMatchObject([{ id: waiting.id, decidedBy: 'service' }]);
  const { rows: audited } = await service.db.query(
    `select e.actor, e.details, i.handle || '@pid' as owner from audit_events e join identities i on i.id = e.identity_id
     where e.action = 'settlement.cancelled' and e.target = $1`,
    [waiting.id],
  );
  expect(audited).toEqual([
    {
      actor: 'service',
      details: { app: shop.clientId, amount: 40_000, reason: 'its owner is deleted' },
      owner: shop.ownerPid,
    },
  ]);
  const suspense = await admins.decider.call('listSuspense', { state: 'open' });
  expect(suspense.items).toContainEqual(
    expect.objectContaining({ source: 'account', amount: 100_000, holder: shop.clientId }),
  );
});

test('the download of an owner contains the bank account and the settlements', async () => {
  const shop = exported!;
  const { body } = await shop.request(10_000);
  const download = await shop.owner.call('exportIdentity');
  expect(download).toMatchObject({
    bankAccounts: [{ client_id: shop.clientId, bankCode: 'BCA', accountNumber: '1234567890' }],
    settlements: [{ id: body.id, amount: 10_000, accountNumber: '1234567890', status: 'requested' }],
  });
});
