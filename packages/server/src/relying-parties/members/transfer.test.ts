import { afterAll, expect, test } from 'vitest';
import { bearing, machineTokenOf, newApp } from '../../../test/app-helper.ts';
import { freeze } from '../../../test/not-me-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { untilBlocked } from '../../../test/until-blocked.ts';
import { fund } from '../../ledger/testing/ledger-fixture.ts';
import { findings, newKey } from '../../payments/testing/payment-fixture.ts';
import {
  administrators,
  approveAccount,
  daySeconds,
  letPass,
  settlingApps,
  signInAdministrators,
  versionOf,
  type SettlingApp,
} from '../../settlements/testing/settlement-fixture.ts';
import {
  activityOf,
  addMember,
  answer,
  handOver,
  invitationsOf,
  membersOf,
  noticesOf,
  openTeam,
  told,
} from './testing/team-fixture.ts';

const service = await startTestService({ PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual' });
const admins = await signInAdministrators(service);
const [sold, sending, returned, raced, own] = (await settlingApps(
  service,
  admins,
  [100_000, 100_000, 100_000, 100_000, 0],
)) as [SettlingApp, SettlingApp, SettlingApp, SettlingApp, SettlingApp];

afterAll(async () => expect(await findings(service)).toEqual([]));

const transfer = (shop: Pick<SettlingApp, 'owner' | 'clientId'>, pid: string) =>
  shop.owner.post(`/v1/apps/${shop.clientId}/transfer`, { pid });

test('the app passes to the player who accepts, without badge, bank account and requested settlements', async () => {
  const [member, buyer] = [await newPlayer(service), await newPlayer(service)];
  await addMember(sold.owner, sold.clientId, member, 'finance');
  const { body: waiting } = await sold.request(40_000);
  await sold.owner.post(`/v1/apps/${sold.clientId}/deposits`, { amount: 1 }, newKey());
  expect((await transfer(sold, buyer.pid)).body).toMatchObject({ role: 'owner', status: 'invited' });
  // Nothing changes before the answer.
  expect(told(await buyer.client.get(`/v1/apps/${sold.clientId}`))).toBe('404 no_such_app');
  expect((await sold.owner.call('getApp', { client_id: sold.clientId })).verified).toBe(true);
  expect(await invitationsOf(buyer.client)).toMatchObject([{ role: 'owner', invitedBy: sold.ownerPid }]);
  expect((await answer(buyer.client, 'accept')).status).toBe(200);

  expect(told(await sold.owner.get(`/v1/apps/${sold.clientId}`))).toBe('404 no_such_app');
  const app = await buyer.client.call('getApp', { client_id: sold.clientId });
  expect([app.role, app.verified]).toEqual(['owner', false]);
  expect(told(await buyer.client.get(`/v1/apps/${sold.clientId}/bank-account`))).toBe('404 no_bank_account');
  const { items } = await buyer.client.call('listSettlements', { client_id: sold.clientId });
  // The bank details are those of the former owner.
  expect(items).toMatchObject([{ id: waiting.id, status: 'cancelled', bankCode: null, last4: null }]);
  expect((await buyer.client.call('getAppBalance', { client_id: sold.clientId })).balance).toBe(100_000);
  expect(await membersOf(buyer.client, sold.clientId)).toEqual([
    [buyer.pid, 'owner', 'active'],
    [member.pid, 'finance', 'active'],
  ]);
  expect(await noticesOf(sold.owner, 'app.member_joined')).toContainEqual(
    expect.objectContaining({ role: 'owner', pid: buyer.pid }),
  );
  for (const client of [sold.owner, buyer.client])
    expect(await activityOf(client, sold.clientId)).toContainEqual(
      expect.objectContaining({ action: 'app.transferred', actor: buyer.pid }),
    );

  // A payout of a member goes to the new owner.
  const paid = await member.client.post(`/v1/apps/${sold.clientId}/payouts`, { amount: 30_000 }, newKey());
  expect(paid.status).toBe(201);
  expect((await buyer.client.call('getBalance')).balance).toBe(30_000);
});

test('requests to administrators end with the transfer', async () => {
  const [owner, buyer] = [await newPlayer(service), await newPlayer(service)];
  const { clientId } = await newApp(owner.client, { contact: 'help@studio.example' });
  await owner.client.call('askVerification', { client_id: clientId, about: 'A game about rabbits.' });
  await admins.approver.call('verifyApp', { client_id: clientId });
  const path = `/v1/apps/${clientId}/bank-account`;
  const details = { bankCode: 'BCA', accountNumber: '1234567890', holderName: 'PT Lama' };
  expect((await owner.client.put(path, details)).body.status).toBe('pending');
  const version = await versionOf(service, clientId);
  expect((await handOver(owner.client, clientId, buyer)).status).toBe(200);
  const approve = { client_id: clientId, version };
  await expect(admins.approver.call('approveBankAccount', approve)).rejects.toMatchObject({
    code: 'no_bank_account',
  });
  const asked = await buyer.client.call('getVerification', { client_id: clientId });
  expect(asked.status).toBe('none');
  // The contact is personal data of the former owner.
  expect((await buyer.client.call('getApp', { client_id: clientId })).contact).toBeNull();
  const { items } = await admins.approver.call('listVerifications', {});
  expect(items.map((item) => item.client_id)).not.toContain(clientId);
});

test('each owner downloads the bank details of their own settlements only', async () => {
  const exported = async (client: typeof sold.owner) =>
    (await client.call('exportIdentity')) as never as {
      settlements: { client_id: string; accountNumber: string }[];
    };
  const { settlements } = await exported(sold.owner);
  expect(settlements).toMatchObject([{ client_id: sold.clientId, accountNumber: '1234567890' }]);
  const buyers = await service.db.query<{ handle: string }>(
    'select i.handle from apps a join identities i on i.id = a.owner_id where a.client_id = $1',
    [sold.clientId],
  );
  const [buyer] = [await newPlayer(service, buyers.rows[0]!.handle)];
  expect((await exported(buyer.client)).settlements).toEqual([]);
});

test('finance settles for the owner; a developer sees it without bank details', async () => {
  const [shop] = (await settlingApps(service, admins, [100_000])) as [SettlingApp];
  const [finance, developer] = [await newPlayer(service), await newPlayer(service)];
  await addMember(shop.owner, shop.clientId, finance, 'finance');
  await addMember(shop.owner, shop.clientId, developer, 'developer');
  const { body } = await shop.request(10_000, newKey(), finance.client);
  const bankOf = async (client: typeof shop.owner) => {
    const { items } = await client.call('listSettlements', { client_id: shop.clientId });
    return items.map(({ id, bankCode, last4 }) => [id, bankCode, last4]);
  };
  for (const client of [shop.owner, finance.client])
    expect(await bankOf(client)).toEqual([[body.id, 'BCA', '7890']]);
  expect(await bankOf(developer.client)).toEqual([[body.id, null, null]]);
  expect(await noticesOf(shop.owner, 'settlement.requested')).toHaveLength(1);
  const [entry] = await activityOf(shop.owner, body.id);
  expect([entry!.action, entry!.actor]).toEqual(['settlement.requested', finance.pid]);
  // The settlement is the app's, not the member's.
  await shop.owner.call('removeMember', { client_id: shop.clientId, pid: finance.pid });
  expect(told(await shop.request(10_000, newKey(), finance.client))).toBe('404 no_such_app');
  expect((await shop.cancel(body.id)).body.status).toBe('cancelled');
  await addMember(shop.owner, shop.clientId, finance, 'finance');
  const { rows } = await service.db.query<{ email: string }>(
    'select l.email from provider_logins l join apps a on a.owner_id = l.identity_id where a.client_id = $1',
    [shop.clientId],
  );
  await freeze(service, rows[0]!.email);
  expect(told(await shop.request(10_000, newKey(), finance.client))).toBe('409 owner_frozen');
});

test('a settlement that is on its way to the bank blocks the transfer until it ends', async () => {
  const buyer = await newPlayer(service);
  const { body: settlement } = await sending.request(40_000);
  expect((await transfer(sending, buyer.pid)).status).toBe(200);
  await admins.sender.call('markSettlementSent', { id: settlement.id });
  expect(told(await answer(buyer.client, 'accept'))).toBe('400 settlements_under_way');
  await sending.owner.call('removeMember', { client_id: sending.clientId, pid: buyer.pid });
  expect(told(await transfer(sending, buyer.pid))).toBe('400 settlements_under_way');
  await admins.decider.call('markSettlementPaid', { id: settlement.id, reference: 'BCA 1' });
  expect((await handOver(sending.owner, sending.clientId, buyer)).status).toBe(200);
});

test('what the bank sends back after the transfer is kept for the former owner, who is told', async () => {
  const buyer = await newPlayer(service);
  const { body: settlement } = await returned.request(40_000);
  await admins.sender.call('markSettlementSent', { id: settlement.id });
  await admins.decider.call('markSettlementPaid', { id: settlement.id, reference: 'BCA 2' });
  await handOver(returned.owner, returned.clientId, buyer);
  await admins.decider.call('markSettlementFailed', { id: settlement.id, reference: 'BCA 3' });
  expect((await buyer.client.call('getAppBalance', { client_id: returned.clientId })).balance).toBe(60_000);
  expect(await noticesOf(returned.owner, 'settlement.failed')).toMatchObject([{ to: 'suspense' }]);
  expect(await noticesOf(buyer.client, 'settlement.failed')).toEqual([]);
  const { items } = await admins.decider.call('listSuspense', { state: 'open' });
  const item = items.find(({ holder }) => holder === returned.clientId);
  expect(item).toMatchObject({ source: 'settlement', amount: 40_000, reason: 'app_transferred' });
  await admins.decider.call('creditSuspense', { id: item!.id, pid: returned.ownerPid, reason: 'Returned' });
  const { balance } = await returned.owner.call('getBalance', {});
  expect(balance).toBe(40_000);
  const token = await machineTokenOf(service.client(), returned);
  const { body: feed } = await service.client().get(`/v1/apps/${returned.clientId}/events`, bearing(token));
  expect(feed.items.map(({ type }: { type: string }) => type)).not.toContain('settlement.failed');
});

test('of concurrent transfers, one is asked; removing it makes room for another', async () => {
  const owner = await newPlayer(service);
  const { clientId } = await newApp(owner.client);
  const players = await Promise.all(Array.from({ length: 4 }, () => newPlayer(service)));
  const shop = { owner: owner.client, clientId };
  const answers = await Promise.all(players.map(({ pid }) => transfer(shop, pid)));
  expect(answers.map(told).toSorted()).toEqual([
    '200',
    '409 transfer_open',
    '409 transfer_open',
    '409 transfer_open',
  ]);
  const asked = players[answers.findIndex(({ status }) => status === 200)]!;
  await owner.client.call('removeMember', { client_id: clientId, pid: asked.pid });
  expect(await invitationsOf(asked.client)).toEqual([]);
  expect((await transfer(shop, players.find((one) => one !== asked)!.pid)).status).toBe(200);
});

test('an accepted transfer and its withdrawal exclude each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [owner, buyer] = [await newPlayer(service), await newPlayer(service)];
    const { clientId } = await newApp(owner.client);
    await owner.client.call('transferApp', { client_id: clientId, pid: buyer.pid });
    const [accepted, withdrawn] = await Promise.all([
      answer(buyer.client, 'accept'),
      owner.client.delete(`/v1/apps/${clientId}/members/${buyer.pid}`),
    ]);
    expect([accepted.status === 200, withdrawn.status === 200].filter(Boolean)).toHaveLength(1);
    const { role } = await (accepted.status === 200 ? buyer : owner).client.call('getApp', {
      client_id: clientId,
    });
    expect(role).toBe('owner');
  }
});

test('a payout and a settlement that wait for a transfer are refused afterwards', async () => {
  const buyer = await newPlayer(service);
  await raced.owner.call('transferApp', { client_id: raced.clientId, pid: buyer.pid });
  const racing: Promise<{ status: number; headers: Headers }>[] = [];
  await service.db.transaction(async (tx) => {
    // The transfer itself, held open while the others wait for the lock of the app.
    await tx.query('select from apps where client_id = $1 for update', [raced.clientId]);
    racing.push(
      raced.owner.post(`/v1/apps/${raced.clientId}/payouts`, { amount: 1000 }, newKey()),
      raced.request(1000),
    );
    await untilBlocked(service.db, 2);
    await tx.query(
      `insert into app_members (id, client_id, identity_id, role, since, ended_at)
       select gen_random_uuid(), client_id, owner_id, 'owner', created_at, now() from apps where client_id = $1`,
      [raced.clientId],
    );
    await tx.query(
      'update apps set owner_id = (select id from identities where handle = $2) where client_id = $1',
      [raced.clientId, buyer.handle],
    );
  });
  for (const refused of await Promise.all(racing))
    expect(`${refused.status} ${refused.headers.get('pid-error')}`).toBe('404 no_such_app');
});

test('a posting that waits for a transfer begins again, because it has not locked the new owner', async () => {
  const { clientId, stranger } = await openTeam(service);
  const locking = await service.db.transaction(async (tx) => {
    await tx.query(
      'update apps set owner_id = (select id from identities where handle = $2) where client_id = $1',
      [clientId, stranger.handle],
    );
    const asked = service.db
      .query('select paused_apps(array[$1])', [clientId])
      .catch((error: unknown) => error);
    await untilBlocked(service.db);
    return { asked };
  });
  expect(await locking.asked).toMatchObject({ code: '40001' });
  expect((await service.db.query('select paused_apps(array[$1])', [clientId])).rowCount).toBe(0);
});

test('is refused to the owner, to a second player, and while the app is paused', async () => {
  const [owner, citra, dewi] = [await newPlayer(service), await newPlayer(service), await newPlayer(service)];
  const { clientId } = await newApp(owner.client);
  const shop = { owner: owner.client, clientId };
  expect(told(await transfer(shop, owner.pid))).toBe('409 member_already');
  expect(told(await transfer(shop, 'nobody_at_all@pid'))).toBe('404 no_such_player');
  await owner.client.call('inviteMember', { client_id: clientId, pid: citra.pid, role: 'finance' });
  expect(told(await transfer(shop, citra.pid))).toBe('409 invited_already');
  expect((await transfer(shop, dewi.pid)).status).toBe(200);
  await admins.approver.call('pauseApp', { client_id: clientId });
  expect(told(await answer(dewi.client, 'accept'))).toBe('403 app_paused');
  expect(told(await answer(citra.client, 'accept'))).toBe('403 app_paused');
  expect((await answer(dewi.client, 'decline')).status).toBe(200);
  expect(told(await transfer(shop, dewi.pid))).toBe('403 app_paused');
  await admins.approver.call('resumeApp', { client_id: clientId });
  expect((await handOver(owner.client, clientId, dewi)).status).toBe(200);
  // The invitation was from the former owner.
  expect(await invitationsOf(citra.client)).toEqual([]);
});

test('a suspended owner’s app cannot be taken over, which would end the pause', async () => {
  const { clientId, owner, stranger } = await openTeam(service);
  await owner.client.call('transferApp', { client_id: clientId, pid: stranger.pid });
  await admins.approver.call('suspendIdentityAsAdmin', { pid: owner.pid });
  expect(told(await answer(stranger.client, 'accept'))).toBe('403 app_paused');
  await admins.approver.call('reactivateIdentityAsAdmin', { pid: owner.pid });
  expect((await answer(stranger.client, 'accept')).status).toBe(200);
});

test('a member can take over, and the former owner can be invited', async () => {
  const { clientId, owner, developer } = await openTeam(service);
  expect((await handOver(owner.client, clientId, developer)).status).toBe(200);
  await addMember(developer.client, clientId, owner, 'finance');
  expect((await membersOf(owner.client, clientId)).slice(0, 1)).toEqual([[developer.pid, 'owner', 'active']]);
  expect((await handOver(developer.client, clientId, owner)).status).toBe(200);
  expect((await membersOf(owner.client, clientId))[0]).toEqual([owner.pid, 'owner', 'active']);
  expect(await membersOf(owner.client, clientId)).toHaveLength(2);
});

test('the new owner may own at most 50 apps', async () => {
  const [owner, buyer] = [await newPlayer(service), await newPlayer(service)];
  const { clientId } = await newApp(owner.client);
  await service.db.query(
    `insert into apps (client_id, owner_id, name, fee_bps, fee_flat, secret_hash, created_at, updated_at)
     select 'app_' || lpad(to_hex(n), 24, '0'), i.id, 'Many', 0, 0, '', now(), now() from generate_series(1, 50) n, identities i where i.handle = $1`,
    [buyer.handle],
  );
  expect(told(await handOver(owner.client, clientId, buyer))).toBe('400 too_many_apps');
});

test('app fees of a former owner’s own sends never become income', async () => {
  const receiver = await newPlayer(service);
  const buyer = await newPlayer(service);
  const { clientId } = own;
  await own.owner.call('changeApp', { client_id: clientId, feeFlat: 50_000 });
  await admins.approver.call('verifyApp', { client_id: clientId });
  const { rows } = await service.db.query<{ id: string }>(
    'select owner_id as id from apps where client_id = $1',
    [clientId],
  );
  await fund(service.db, rows[0]!.id, 200_000n);
  const send = { to: receiver.pid, amount: 1000, clientId, expectedTotal: 51_100 };
  expect((await own.owner.post('/v1/fiat/sends', send)).status).toBe(201);
  await letPass(service, 8 * daySeconds);
  expect(await own.balance()).toMatchObject({ balance: 50_000, available: 0 });
  await handOver(own.owner, clientId, buyer);
  expect(await buyer.client.call('getAppBalance', { client_id: clientId })).toMatchObject({
    balance: 50_000,
    available: 0,
  });
});

test('who belongs or belonged to an app cannot decide about it as an administrator', async () => {
  const [shop] = (await settlingApps(service, admins, [50_000])) as [SettlingApp];
  const pidOf = (handle: string) => ({ pid: `${handle}@pid`, handle, email: '' });
  await addMember(shop.owner, shop.clientId, { ...pidOf('sender'), client: admins.sender }, 'finance');
  await addMember(shop.owner, shop.clientId, { ...pidOf('decider'), client: admins.decider }, 'developer');
  await addMember(shop.owner, shop.clientId, { ...pidOf('approver'), client: admins.approver }, 'developer');
  await shop.owner.call('removeMember', { client_id: shop.clientId, pid: 'decider@pid' });
  const { body: settlement } = await shop.request(10_000);
  const mark = (client: typeof admins.sender, outcome: string, body: object) =>
    client.post(`/v1/admin/settlements/${settlement.id}/${outcome}`, body);
  expect(told(await mark(admins.sender, 'sent', {}))).toBe('403 own_app');
  await service.db.query(
    `update settlements set status = 'sent', sent_at = now(), sent_by = 'x@pid' where id = $1`,
    [settlement.id],
  );
  expect(told(await mark(admins.decider, 'paid', { reference: 'BCA 9' }))).toBe('403 own_app');
  await shop.setAccount({ bankCode: 'BCA', accountNumber: '999999', holderName: 'PT Lain' });
  await expect(approveAccount(service, admins.approver, shop.clientId)).rejects.toMatchObject({
    code: 'own_app',
  });
  await admins.approver.call('unverifyApp', { client_id: shop.clientId });
  expect(told(await admins.approver.post(`/v1/admin/apps/${shop.clientId}/verify`, {}))).toBe('403 own_app');
});
