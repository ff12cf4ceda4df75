import { expect, test } from 'vitest';
import { bearing, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { addMachineCredential } from '../admin/index.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { sealNumber, bankAccountColumn } from './sealed-numbers.ts';
import {
  administrators,
  bankDetails,
  openSettlingApp,
  signInAdministrators,
  told,
  versionOf,
} from './testing/settlement-fixture.ts';

const settings = { PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual' };
const service = await startTestService(settings);
const admins = await signInAdministrators(service);
const { client: stranger } = await newPlayer(service);

const decide = async (
  clientId: string,
  what: 'approve' | 'refuse',
  body: object = {},
  admin = admins.approver,
) =>
  admin.post(`/v1/admin/bank-accounts/${clientId}/${what}`, {
    ...(what === 'approve' ? { version: await versionOf(service, clientId) } : {}),
    ...body,
  });
const pending = async () =>
  (await admins.approver.get('/v1/admin/bank-accounts?status=pending')).body.items as {
    client_id: string;
    version: string;
    accountNumber: string;
  }[];

test('the owner sets an account with step-up, an administrator approves it, and it is usable a day later', async () => {
  const shop = await openSettlingApp(service, admins.approver);
  const path = `/v1/apps/${shop.clientId}/bank-account`;
  expect(told(await shop.owner.get(path))).toBe('404 no_bank_account');
  const withPasskey = shop.owner.confirm;
  shop.owner.confirm = null;
  expect(told(await shop.setAccount())).toBe('403 step_up_required');
  shop.owner.confirm = withPasskey;
  const set = await shop.setAccount();
  const shown = { bankCode: 'BCA', last4: '7890', holderName: 'PT Studio Kelinci', usableFrom: null };
  expect([set.status, set.body]).toEqual([200, { ...shown, status: 'pending' }]);
  const waiting = (await pending()).find((each) => each.client_id === shop.clientId);
  expect(waiting).toMatchObject({
    ...shown,
    app: 'Star Game',
    owner: shop.ownerPid,
    accountNumber: '1234567890',
    decidedBy: null,
  });
  // The day is counted by the database's clock.
  service.clock.advanceSeconds(120);
  const before = systemClock.nowMillis();
  const approved = await decide(shop.clientId, 'approve', { version: waiting!.version, reason: 'Checked' });
  expect(approved.body).toMatchObject({ ...shown, status: 'approved', usableFrom: expect.any(String) });
  const wait = Date.parse(approved.body.usableFrom) - before;
  expect([wait >= 86_400_000, wait < 86_460_000]).toEqual([true, true]);
  expect((await shop.owner.get(path)).body).toEqual(approved.body);
  const { body: notices } = await shop.owner.get('/v1/notices');
  expect(notices.items.slice(0, 2).map(({ type }: { type: string }) => type)).toEqual([
    'bank_account.approved',
    'bank_account.changed',
  ]);
  // A second decision finds nothing to decide.
  expect(told(await decide(shop.clientId, 'approve'))).toBe('409 bank_account_decided');
});

test('the number is sealed at rest and bound to its app', async () => {
  const shop = await openSettlingApp(service, admins.approver);
  const number = '98765432100123';
  await shop.setAccount({ ...bankDetails, accountNumber: number });
  const { rows } = await service.db.query<{ row: string }>(
    'select b::text as row from bank_accounts b where client_id = $1',
    [shop.clientId],
  );
  expect(rows[0]!.row).not.toContain(number);
  expect(rows[0]!.row).not.toContain(Buffer.from(number).toString('hex'));
  // A sealed number that was copied from another row does not open.
  const other = await openSettlingApp(service, admins.approver);
  await other.setAccount();
  await service.db.query(
    'update bank_accounts a set account_number = b.account_number from bank_accounts b where a.client_id = $1 and b.client_id = $2',
    [other.clientId, shop.clientId],
  );
  expect((await admins.approver.get('/v1/admin/bank-accounts')).status).toBe(500);
  const sealed = sealNumber(service.sealer, bankAccountColumn, other.clientId, '1234567890');
  await service.db.query('update bank_accounts set account_number = $2 where client_id = $1', [
    other.clientId,
    sealed.number,
  ]);
  expect((await admins.approver.get('/v1/admin/bank-accounts')).status).toBe(200);
});

test('a change starts the review again; the same details change nothing', async () => {
  const shop = await openSettlingApp(service, admins.approver);
  await shop.setAccount();
  await decide(shop.clientId, 'approve');
  expect((await shop.setAccount()).body).toMatchObject({ status: 'approved' });
  for (const change of [{ bankCode: 'BRI' }, { accountNumber: '55554444' }, { holderName: 'Budi Santoso' }]) {
    const changed = await shop.setAccount({ ...bankDetails, ...change });
    expect(changed.body).toMatchObject({ status: 'pending', usableFrom: null });
    await decide(shop.clientId, 'approve');
  }
  const refused = await decide(shop.clientId, 'refuse', { reason: 'Another name at the bank' });
  expect(refused.body).toMatchObject({
    status: 'refused',
    usableFrom: null,
    reason: 'Another name at the bank',
  });
  expect(told(await decide(shop.clientId, 'approve'))).toBe('409 bank_account_decided');
  // Refused details can be sent again.
  expect((await shop.setAccount({ ...bankDetails, holderName: 'Budi Santoso' })).body.status).toBe('pending');
  await shop.owner.call('removeBankAccount', { client_id: shop.clientId });
  expect(told(await shop.owner.delete(`/v1/apps/${shop.clientId}/bank-account`))).toBe('404 no_bank_account');
  expect(told(await decide(shop.clientId, 'approve'))).toBe('404 no_bank_account');
});

test('an approval of details that have changed since is refused, and of two decisions one counts', async () => {
  const shop = await openSettlingApp(service, admins.approver);
  await shop.setAccount();
  const { version } = (await pending()).find((each) => each.client_id === shop.clientId)!;
  await shop.setAccount({ ...bankDetails, accountNumber: '66667777' });
  expect(told(await decide(shop.clientId, 'approve', { version }))).toBe('409 bank_account_changed');
  const answers = await Promise.all([
    decide(shop.clientId, 'approve', {}, admins.approver),
    decide(shop.clientId, 'approve', {}, admins.sender),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('an approval needs a person', async () => {
  const shop = await openSettlingApp(service, admins.approver);
  await shop.setAccount();
  const machine = await addMachineCredential(
    { db: service.db, clock: systemClock, ids: randomIds },
    { name: 'reviewer', role: 'money', days: 30, actor: 'cli', reason: null },
  );
  const asMachine = async (what: string) =>
    service
      .client()
      .post(
        `/v1/admin/bank-accounts/${shop.clientId}/${what}`,
        { version: await versionOf(service, shop.clientId) },
        bearing(machine!.secret),
      );
  expect(told(await asMachine('approve'))).toBe('403 person_needed');
  expect((await asMachine('refuse')).body).toMatchObject({ status: 'refused' });
});

test('only the owner sees it, an administrator cannot approve an own account, and others do not exist', async () => {
  const { clientId } = await newApp(admins.approver);
  await admins.sender.call('verifyApp', { client_id: clientId });
  const path = `/v1/apps/${clientId}/bank-account`;
  expect((await admins.approver.put(path, bankDetails)).status).toBe(200);
  expect(told(await decide(clientId, 'approve'))).toBe('403 own_app');
  expect((await decide(clientId, 'approve', {}, admins.sender)).status).toBe(200);
  expect(told(await stranger.get(path))).toBe('404 no_such_app');
  expect(told(await stranger.delete(path))).toBe('404 no_such_app');
  expect((await stranger.get('/v1/admin/bank-accounts')).status).toBe(404);
});

test.each([
  { bankCode: 'bca' },
  { bankCode: '' },
  { accountNumber: '1234' },
  { accountNumber: '12-34567' },
  { accountNumber: 1234567 },
  { holderName: '=HYPERLINK("x")' },
  { holderName: 'PT\u202EKelinci' },
  { holderName: 'ab' },
  { holderName: ' PT Kelinci' },
])('refuses %j', async (change) => {
  const shop = await openSettlingApp(service, admins.approver);
  expect((await shop.setAccount({ ...bankDetails, ...change })).status).toBe(400);
});
