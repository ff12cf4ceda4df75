// Members meet suspension, freeze, deletion and recovery.
import { afterAll, expect, test } from 'vitest';
import { freeze } from '../../../test/not-me-helper.ts';
import { givePasskey, signInWithSoftPasskey } from '../../../test/passkey-helper.ts';
import { newDevice, startRecovery, weekSeconds } from '../../../test/recovery-helper.ts';
import { signInAs } from '../../../test/sign-in-helper.ts';
import { answersStepUp, signInAdministrator } from '../../../test/step-up-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { untilBlocked } from '../../../test/until-blocked.ts';
import { fund } from '../../ledger/testing/ledger-fixture.ts';
import {
  findings,
  identityOf,
  newKey,
  paymentsToken,
  richPlayer,
} from '../../payments/testing/payment-fixture.ts';
import { bearing } from '../../../test/app-helper.ts';
import type { Answer } from '../../../test/http-client.ts';
import {
  activityOf,
  addMember,
  answer,
  handOver,
  invitationsOf,
  membersOf,
  openTeam,
  told,
} from './testing/team-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'boss@pid' });
const { admin } = await signInAdministrator(service, 'boss');

afterAll(async () => expect(await findings(service)).toEqual([]));

test('a suspended member reads and cannot act; a suspended player can be invited and only declines', async () => {
  const { path, clientId, owner, developer, stranger } = await openTeam(service);
  await admin.call('suspendIdentityAsAdmin', { pid: developer.pid });
  expect((await developer.client.get(path)).status).toBe(200);
  expect(told(await developer.client.patch(path, { feeFlat: 5 }))).toBe('403 identity_suspended');
  await admin.call('reactivateIdentityAsAdmin', { pid: developer.pid });
  expect((await developer.client.patch(path, { name: 'Anew' })).status).toBe(200);

  await admin.call('suspendIdentityAsAdmin', { pid: stranger.pid });
  const invite = { client_id: clientId, pid: stranger.pid, role: 'finance' } as const;
  await owner.client.call('inviteMember', invite);
  expect(told(await answer(stranger.client, 'accept'))).toBe('403 identity_suspended');
  expect((await answer(stranger.client, 'decline')).status).toBe(200);
  expect(await membersOf(owner.client, clientId)).toHaveLength(3);
});

test('a frozen member moves no money and accepts nothing', async () => {
  const { path, clientId, owner, finance, stranger } = await openTeam(service);
  await freeze(service, finance.email);
  const again = service.client();
  await signInAs(again, finance.email);
  expect((await again.get(`${path}/balance`)).status).toBe(200);
  for (const post of ['payouts', 'deposits'])
    expect(told(await again.post(`${path}/${post}`, { amount: 1 }, newKey()))).toMatch(/^403 frozen/);
  expect(told(await again.post(`${path}/payments/x/refunds`, { amount: 1 }, newKey()))).toMatch(
    /^403 frozen/,
  );

  await owner.client.call('inviteMember', { client_id: clientId, pid: stranger.pid, role: 'finance' });
  await freeze(service, stranger.email);
  const later = service.client();
  await signInAs(later, stranger.email);
  expect(told(await answer(later, 'accept'))).toMatch(/^403 frozen/);
  expect((await answer(later, 'decline')).status).toBe(200);
});

test('nobody joins or takes over while the owner is frozen, and the owner can still remove', async () => {
  const { clientId, owner, developer, stranger } = await openTeam(service);
  await owner.client.call('transferApp', { client_id: clientId, pid: stranger.pid });
  await freeze(service, owner.email);
  expect(told(await answer(stranger.client, 'accept'))).toBe('409 owner_frozen');
  const again = service.client();
  await signInAs(again, owner.email);
  const path = `/v1/apps/${clientId}/members`;
  expect(told(await again.post(path, { pid: stranger.pid, role: 'finance' }))).toMatch(/^403 frozen/);
  for (const { pid } of [stranger, developer])
    expect((await again.delete(`${path}/${pid}`)).status).toBe(200);
  expect(await invitationsOf(stranger.client)).toEqual([]);
});

test('the team works on while the owner is frozen, and a payout waits in the frozen balance', async () => {
  const { path, clientId, owner, developer, finance } = await openTeam(service);
  await fund(service.db, await identityOf(service, finance.handle), 5000n);
  expect((await finance.client.post(`${path}/deposits`, { amount: 700 }, newKey())).status).toBe(201);
  await freeze(service, owner.email);
  await developer.client.call('changeApp', { client_id: clientId, name: 'Still Open' });
  expect((await finance.client.post(`${path}/payouts`, { amount: 700 }, newKey())).status).toBe(201);
  const again = service.client();
  await signInAs(again, owner.email);
  expect((await again.call('getBalance')).balance).toBe(700);
  expect(told(await again.post('/v1/fiat/sends', { to: finance.pid, amount: 600 }))).toMatch(/^403 frozen/);
});

test('the deletion of the owner and the acceptance of a transfer exclude each other', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { clientId, path, owner, finance, stranger } = await openTeam(service);
    await owner.client.call('transferApp', { client_id: clientId, pid: stranger.pid });
    const [{ id } = { id: '' }] = await invitationsOf(stranger.client);
    const [accepted, deleted] = await Promise.all([
      stranger.client.post(`/v1/app-invitations/${id}`, { decision: 'accept' }),
      owner.client.delete('/v1/identity/me', {}),
    ]);
    expect(deleted.status).toBe(200);
    // The app either has a new owner, or is deleted with its old one.
    const isTaken = accepted.status === 200;
    expect(told(accepted)).toBe(isTaken ? '200' : '404 no_such_invitation');
    expect((await finance.client.get(path)).status).toBe(isTaken ? 200 : 404);
    expect((await stranger.client.call('listApps', {})).items).toHaveLength(isTaken ? 1 : 0);
  }
});

test('a member who is deleted while joining is no member', async () => {
  const { clientId, owner, stranger } = await openTeam(service);
  await owner.client.call('inviteMember', { client_id: clientId, pid: stranger.pid, role: 'finance' });
  const [{ id } = { id: '' }] = await invitationsOf(stranger.client);
  const [, deleted] = await Promise.all([
    stranger.client.post(`/v1/app-invitations/${id}`, { decision: 'accept' }),
    stranger.client.delete('/v1/identity/me', {}),
  ]);
  expect(deleted.status).toBe(200);
  expect((await membersOf(owner.client, clientId)).map(([pid]) => pid)).not.toContain(stranger.pid);
});

test('a deleted member is gone, with open invitations', async () => {
  const { clientId, owner, developer, stranger } = await openTeam(service);
  await owner.client.call('inviteMember', { client_id: clientId, pid: stranger.pid, role: 'finance' });
  for (const { client } of [developer, stranger])
    expect((await client.delete('/v1/identity/me', {})).status).toBe(200);
  expect((await membersOf(owner.client, clientId)).map(([, role]) => role)).toEqual(['owner', 'finance']);
  const invite = { client_id: clientId, pid: stranger.pid, role: 'finance' } as const;
  await expect(owner.client.call('inviteMember', invite)).rejects.toMatchObject({ code: 'no_such_player' });
});

test('the deletion of the owner deletes the app, and its refusal offers a transfer', async () => {
  const { clientId, path, owner, finance, stranger } = await openTeam(service);
  await fund(service.db, await identityOf(service, finance.handle), 5000n);
  expect((await finance.client.post(`${path}/deposits`, { amount: 700 }, newKey())).status).toBe(201);
  const refused = await owner.client.delete('/v1/identity/me', {});
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `The app ${clientId} holds Rp700: pay it out first, or transfer the app to another player`,
  ]);
  expect((await handOver(owner.client, clientId, stranger)).status).toBe(200);
  expect((await owner.client.delete('/v1/identity/me', {})).status).toBe(200);
  expect((await finance.client.get(path)).status).toBe(200);
  // The app ends with its owner.
  expect((await finance.client.post(`${path}/payouts`, { amount: 700 }, newKey())).status).toBe(201);
  await stranger.client.call('sendMoney', { to: finance.pid, amount: 600 });
  expect((await stranger.client.delete('/v1/identity/me', {})).status).toBe(200);
  expect(told(await finance.client.get(path))).toBe('404 no_such_app');
});

test('a member who recovers the identity with a new passkey keeps the role', async () => {
  const { path, clientId, owner, stranger } = await openTeam(service);
  const lost = await givePasskey(stranger.client);
  answersStepUp(stranger.client, lost);
  await addMember(owner.client, clientId, stranger, 'developer');
  const started = await startRecovery(await newDevice(service, stranger));
  // Nothing changes while the recovery runs.
  expect((await stranger.client.get(path)).status).toBe(200);
  service.clock.advanceSeconds(weekSeconds + 60);
  const device = await newDevice(service, stranger);
  expect((await device.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  const { client } = await signInWithSoftPasskey(service, started.passkey);
  expect((await client.get(path)).body.role).toBe('developer');
  const rotate = () => client.post(`${path}/secret`, {});
  expect(told(await rotate())).toMatch(/^403 step_up_required/);
  answersStepUp(client, started.passkey);
  expect((await rotate()).status).toBe(200);
});

test('an action of a member that waits for the removal is refused afterwards', async () => {
  const { app, path, clientId, owner, developer, finance } = await openTeam(service);
  const payer = await richPlayer(service);
  const machine = bearing(await paymentsToken(service, app));
  const ask = async (reference: string, more = {}) => {
    const order = { reference, amount: 1000, description: 'A sword', ...more };
    const { body } = await service.client().post(`${path}/payments`, order, machine);
    return body;
  };
  const [paid, held, open] = [await ask('paid'), await ask('held', { capture: 'manual' }), await ask('open')];
  for (const { id } of [paid, held]) {
    const { body } = await payer.client.get(`/v1/payments/${id}`);
    expect((await payer.confirm(id, body.total)).status).toBe(200);
  }
  await fund(service.db, await identityOf(service, finance.handle), 50_000n);
  const acts: (() => Promise<Answer>)[] = [
    () => finance.client.post(`${path}/payouts`, { amount: 10 }, newKey()),
    () => finance.client.post(`${path}/deposits`, { amount: 10 }, newKey()),
    () => finance.client.post(`${path}/payments/${paid.id}/refunds`, { amount: 10 }, newKey()),
    () => finance.client.post(`${path}/payments/${held.id}/capture`, {}),
    () => finance.client.post(`${path}/payments/${held.id}/void`),
    () => finance.client.post(`${path}/payments/${open.id}/cancel`),
    () => finance.client.post(`${path}/payments`, { reference: 'new', amount: 10, description: 'X' }),
    () => developer.client.patch(path, { name: 'Another' }),
    () => developer.client.post(`${path}/secret`, {}),
    () => developer.client.put(`${path}/items/sword`, { names: { en: 'Sword' }, price: 5 }),
    () => developer.client.delete(`${path}/items/none`),
  ];
  const rejoin = () =>
    service.db.query('update app_members set ended_at = null where client_id = $1', [clientId]);
  // One at a time, because each waiting request holds a database connection.
  for (const act of acts) {
    const refused = await service.db.transaction(async (tx) => {
      await tx.query('select from apps where client_id = $1 for update', [clientId]);
      const racing = act();
      await untilBlocked(service.db);
      await tx.query('update app_members set ended_at = now() where client_id = $1', [clientId]);
      return { racing };
    });
    expect([act.toString(), told(await refused.racing)]).toEqual([act.toString(), '404 no_such_app']);
    await rejoin();
  }
  expect((await owner.client.call('getApp', { client_id: clientId })).name).toBe('Star Game');
});

test('finance handles payments and money, and the logs of both name who did it', async () => {
  const { app, path, clientId, owner, finance } = await openTeam(service);
  const payer = await richPlayer(service);
  const { client } = finance;
  const ask = async (reference: string, more = {}) =>
    (await client.post(`${path}/payments`, { reference, amount: 5000, description: 'A sword', ...more }))
      .body;
  const [paid, held, freed, open] = [
    await ask('paid'),
    await ask('held', { capture: 'manual' }),
    await ask('freed', { capture: 'manual' }),
    await ask('open'),
  ];
  for (const { id } of [paid, held, freed]) {
    const { body } = await payer.client.get(`/v1/payments/${id}`);
    expect((await payer.confirm(id, body.total)).status).toBe(200);
  }
  const at = (id: string) => `${path}/payments/${id}`;
  expect((await client.post(`${at(held.id)}/capture`, { amount: 4000 })).body.captured).toBe(4000);
  // The same capture again changes nothing.
  expect((await client.post(`${at(held.id)}/capture`, { amount: 4000 })).status).toBe(200);
  expect((await client.post(`${at(freed.id)}/void`)).body.status).toBe('void');
  expect((await client.post(`${at(open.id)}/cancel`)).body.status).toBe('cancelled');
  expect((await client.post(`${at(paid.id)}/refunds`, { amount: 1000 }, newKey())).status).toBe(200);
  await fund(service.db, await identityOf(service, finance.handle), 10_000n);
  expect((await client.post(`${path}/deposits`, { amount: 2000 }, newKey())).status).toBe(201);
  const key = newKey();
  const payout = () => client.post(`${path}/payouts`, { amount: 3000 }, key);
  const first = await payout();
  const replay = await payout();
  expect([replay.body, replay.headers.get('idempotent-replay')]).toEqual([first.body, 'true']);
  expect((await owner.client.call('getBalance')).balance).toBe(3000);
  expect((await client.call('getBalance')).balance).toBe(8000);

  const log = async (of: typeof owner) => {
    const { items } = await of.client.call('listActivity', { limit: 100 });
    return items.filter(({ action }) => /^(?:payment\.|app\.(?:paid_out|deposited))/.test(action));
  };
  const expected = [
    'app.paid_out',
    'payment.refunded',
    'payment.cancelled',
    'payment.voided',
    'payment.captured',
    ...Array.from({ length: 4 }, () => 'payment.created'),
  ];
  expect((await log(finance)).map(({ action }) => action)).toEqual(expected);
  const owners = await log(owner);
  expect(owners.map(({ action }) => action)).toEqual(['app.paid_out', 'app.deposited', ...expected.slice(1)]);
  expect(new Set(owners.map(({ actor }) => actor))).toEqual(new Set([finance.pid]));
  expect(await activityOf(owner.client, clientId)).toContainEqual(
    expect.objectContaining({ action: 'app.deposited', details: { amount: 2000, app: 'Star Game' } }),
  );
  // A token of the app leaves no entries.
  const machine = bearing(await paymentsToken(service, app));
  const order = { reference: 'by token', amount: 10, description: 'X' };
  expect((await service.client().post(`${path}/payments`, order, machine)).status).toBe(201);
  expect(await log(owner)).toHaveLength(owners.length);
});
