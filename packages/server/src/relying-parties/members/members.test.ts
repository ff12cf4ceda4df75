import { expect, test } from 'vitest';
import { bearing, machineTokenOf, newApp } from '../../../test/app-helper.ts';
import { givePasskey } from '../../../test/passkey-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { answersStepUp } from '../../../test/step-up-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { sweepInvitations } from './invitations.store.ts';
import {
  activityOf,
  addMember,
  answer,
  invitationsOf,
  membersOf,
  noticesOf,
  openTeam,
  told,
} from './testing/team-fixture.ts';

const service = await startTestService();
const owner = await newPlayer(service);
const dayMillis = 86_400_000;

const invite = (clientId: string, pid: string, role: string, by = owner) =>
  by.client.post(`/v1/apps/${clientId}/members`, { pid, role });
const remove = (clientId: string, pid: string, by = owner) =>
  by.client.delete(`/v1/apps/${clientId}/members/${pid}`);

test('a player who accepts an invitation becomes a member', async () => {
  const { clientId } = await newApp(owner.client, { name: 'Kelinci' });
  const citra = await newPlayer(service);
  const invited = await invite(clientId, citra.pid, 'developer');
  expect(invited.body).toEqual({
    pid: citra.pid,
    role: 'developer',
    status: 'invited',
    since: expect.any(String),
    expiresAt: expect.any(String),
  });
  expect(Date.parse(invited.body.expiresAt) - Date.parse(invited.body.since)).toBe(14 * dayMillis);
  expect(told(await citra.client.get(`/v1/apps/${clientId}`))).toBe('404 no_such_app');
  const [invitation] = await invitationsOf(citra.client);
  expect(invitation).toMatchObject({
    app: { client_id: clientId, name: 'Kelinci', logoUrl: null, verified: false },
    role: 'developer',
    invitedBy: owner.pid,
  });
  expect(await noticesOf(citra.client, 'app.invitation')).toEqual([
    {
      type: 'app.invitation',
      invitationId: invitation!.id,
      clientId,
      name: 'Kelinci',
      role: 'developer',
      pid: owner.pid,
    },
  ]);

  expect((await answer(citra.client, 'accept')).body).toEqual({ ok: true });
  expect(await invitationsOf(citra.client)).toEqual([]);
  expect(await membersOf(citra.client, clientId)).toEqual([
    [owner.pid, 'owner', 'active'],
    [citra.pid, 'developer', 'active'],
  ]);
  const [joined, asked] = await noticesOf(owner.client, 'app.member_');
  expect([joined, asked]).toMatchObject([
    { type: 'app.member_joined', clientId, pid: citra.pid, role: 'developer' },
    { type: 'app.member_invited', clientId, pid: citra.pid, role: 'developer' },
  ]);
  // A lost response can be repeated; the other answer is too late.
  const again = `/v1/app-invitations/${invitation!.id}`;
  expect((await citra.client.post(again, { decision: 'accept' })).status).toBe(200);
  expect(told(await citra.client.post(again, { decision: 'decline' }))).toBe(
    '409 invitation_ended; status=accepted',
  );
});

test('a member loses access immediately when the owner removes them', async () => {
  const { clientId } = await newApp(owner.client);
  const citra = await newPlayer(service);
  await addMember(owner.client, clientId, citra, 'developer');
  expect((await remove(clientId, citra.pid)).body).toEqual({ ok: true });
  expect(told(await citra.client.get(`/v1/apps/${clientId}`))).toBe('404 no_such_app');
  expect((await citra.client.call('listApps', {})).items).toEqual([]);
  expect(await noticesOf(citra.client, 'app.membership')).toMatchObject([{ clientId, reason: 'removed' }]);
  expect(told(await remove(clientId, citra.pid))).toBe('404 no_such_member');
  // They can be invited again.
  await addMember(owner.client, clientId, citra, 'finance');
  expect(await membersOf(owner.client, clientId)).toContainEqual([citra.pid, 'finance', 'active']);
});

test('a member can leave, the owner cannot', async () => {
  const { clientId } = await newApp(owner.client);
  const citra = await newPlayer(service);
  await addMember(owner.client, clientId, citra, 'finance');
  expect(told(await remove(clientId, owner.pid, citra))).toMatch(/^404 role_needed/);
  expect((await remove(clientId, citra.pid, citra)).status).toBe(200);
  expect(await membersOf(owner.client, clientId)).toEqual([[owner.pid, 'owner', 'active']]);
  expect(await noticesOf(owner.client, 'app.member_left')).toMatchObject([{ clientId, pid: citra.pid }]);
  expect(told(await remove(clientId, owner.pid))).toBe('400 owner_stays');
});

test('refuses players who do not exist, belong to the app or are invited already', async () => {
  const { clientId } = await newApp(owner.client);
  const [citra, dewi] = [await newPlayer(service), await newPlayer(service)];
  await addMember(owner.client, clientId, citra, 'developer');
  await invite(clientId, dewi.pid, 'developer');
  const asked = async (pid: string) => told(await invite(clientId, pid, 'finance'));
  expect(await asked('nobody_at_all@pid')).toBe('404 no_such_player');
  // A guest has no pid.
  expect((await invite(clientId, 'guest_1', 'finance')).status).toBe(400);
  expect(await asked(owner.pid)).toBe('409 member_already');
  expect(await asked(citra.pid)).toBe('409 member_already');
  expect(await asked(dewi.pid)).toBe('409 invited_already');
  expect((await invite(clientId, dewi.pid, 'owner')).status).toBe(400);
  // The owner withdraws the invitation and sends another one.
  expect((await remove(clientId, dewi.pid)).status).toBe(200);
  expect(await invitationsOf(dewi.client)).toEqual([]);
  expect((await invite(clientId, dewi.pid, 'finance')).status).toBe(200);
});

test('of several concurrent invitations of a player, one is sent', async () => {
  const { clientId } = await newApp(owner.client);
  const citra = await newPlayer(service);
  const answers = await Promise.all(
    ['developer', 'finance', 'developer', 'finance'].map((role) => invite(clientId, citra.pid, role)),
  );
  expect(answers.map(told).toSorted()).toEqual([
    '200',
    '409 invited_already',
    '409 invited_already',
    '409 invited_already',
  ]);
  expect(await invitationsOf(citra.client)).toHaveLength(1);
});

test('of two concurrent answers, one counts', async () => {
  const { clientId } = await newApp(owner.client);
  const citra = await newPlayer(service);
  await invite(clientId, citra.pid, 'developer');
  const [{ id } = { id: '' }] = await invitationsOf(citra.client);
  const answers = await Promise.all(
    (['accept', 'decline'] as const).map((decision) =>
      citra.client.post(`/v1/app-invitations/${id}`, { decision }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const isMember = (await membersOf(owner.client, clientId)).length === 2;
  expect(isMember).toBe(answers[0]!.status === 200);
});

test('only the invited player can answer', async () => {
  const { clientId } = await newApp(owner.client);
  const [citra, dewi] = [await newPlayer(service), await newPlayer(service)];
  await invite(clientId, citra.pid, 'developer');
  const [{ id } = { id: '' }] = await invitationsOf(citra.client);
  const accept = { decision: 'accept' };
  expect(told(await dewi.client.post(`/v1/app-invitations/${id}`, accept))).toBe('404 no_such_invitation');
  expect((await service.client().post(`/v1/app-invitations/${id}`, accept)).status).toBe(401);
});

test('invitations to a deleted app are gone, and its members are told', async () => {
  const { clientId } = await newApp(owner.client, { name: 'Sudah' });
  const [citra, dewi] = [await newPlayer(service), await newPlayer(service)];
  await addMember(owner.client, clientId, citra, 'developer');
  await invite(clientId, dewi.pid, 'developer');
  const [{ id } = { id: '' }] = await invitationsOf(dewi.client);
  await owner.client.call('deleteApp', { client_id: clientId });
  expect(await invitationsOf(dewi.client)).toEqual([]);
  expect(told(await dewi.client.post(`/v1/app-invitations/${id}`, { decision: 'accept' }))).toBe(
    '404 no_such_invitation',
  );
  expect(await noticesOf(citra.client, 'app.membership')).toMatchObject([
    { name: 'Sudah', reason: 'deleted' },
  ]);
  expect((await citra.client.call('listApps', {})).items).toEqual([]);
});

test('an app has at most 20 members, and an owner sends at most 20 invitations a day', async () => {
  const boss = await newPlayer(service);
  const [{ clientId }, second] = [await newApp(boss.client), await newApp(boss.client)];
  const players = await Promise.all(Array.from({ length: 21 }, () => newPlayer(service)));
  const [last, ...others] = players;
  for (const { pid } of others) expect((await invite(clientId, pid, 'developer', boss)).status).toBe(200);
  expect(told(await invite(clientId, last!.pid, 'developer', boss))).toBe('400 too_many_members');
  // A withdrawn invitation makes room, but was a notice to a player all the same.
  await remove(clientId, others[0]!.pid, boss);
  const refused = await invite(clientId, last!.pid, 'developer', boss);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 80_000]).toEqual([429, true]);
  expect((await invite(second.clientId, last!.pid, 'developer', boss)).status).toBe(429);
  expect((await boss.client.post(`/v1/apps/${second.clientId}/transfer`, { pid: last!.pid })).status).toBe(
    429,
  );
  await service.db.query(
    `update app_invitations set created_at = created_at - interval '25 hours' where client_id = $1`,
    [clientId],
  );
  expect((await invite(clientId, last!.pid, 'developer', boss)).status).toBe(200);
});

test('refuses the 21st of concurrent invitations by one owner for several apps', async () => {
  const boss = await newPlayer(service);
  const apps = await Promise.all(Array.from({ length: 4 }, () => newApp(boss.client)));
  const citra = await newPlayer(service);
  await service.db.query(
    `insert into app_invitations (id, client_id, identity_id, role, invited_by, created_at, expires_at, answer, answered_at)
     select gen_random_uuid(), $1, i.id, 'developer', a.owner_id, $3, $3, 'declined', $3
     from generate_series(1, 19), identities i, apps a where i.handle = $2 and a.client_id = $1`,
    [apps[0]!.clientId, citra.handle, service.clock.now()],
  );
  const answers = await Promise.all(
    apps.map(({ clientId }) => invite(clientId, citra.pid, 'developer', boss)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
});

test('the client secret that a removed developer knows works until it is rotated', async () => {
  const app = await newApp(owner.client);
  const { clientId } = app;
  const citra = await newPlayer(service);
  await addMember(owner.client, clientId, citra, 'developer');
  const { client_secret: clientSecret } = await citra.client.call('rotateAppSecret', { client_id: clientId });
  await remove(clientId, citra.pid);
  const token = bearing(await machineTokenOf(service.client(), { ...app, clientSecret }));
  const read = async () => (await service.client().get(`/v1/apps/${clientId}`, token)).status;
  expect(await read()).toBe(200);
  expect(told(await citra.client.post(`/v1/apps/${clientId}/secret`, {}))).toBe('404 no_such_app');
  await owner.client.call('rotateAppSecret', { client_id: clientId });
  expect(await read()).toBe(401);
});

test('a member who is asked to take over loses both with the removal, and keeps the role by declining', async () => {
  const { clientId } = await newApp(owner.client);
  const citra = await newPlayer(service);
  await addMember(owner.client, clientId, citra, 'developer');
  const ask = () => owner.client.call('transferApp', { client_id: clientId, pid: citra.pid });
  await ask();
  expect(await membersOf(owner.client, clientId)).toEqual([
    [owner.pid, 'owner', 'active'],
    [citra.pid, 'developer', 'active'],
    [citra.pid, 'owner', 'invited'],
  ]);
  expect((await answer(citra.client, 'decline')).status).toBe(200);
  expect(await membersOf(owner.client, clientId)).toHaveLength(2);
  await ask();
  await remove(clientId, citra.pid);
  expect(await membersOf(owner.client, clientId)).toEqual([[owner.pid, 'owner', 'active']]);
  expect(told(await answer(citra.client, 'accept'))).toBe('404 no_such_invitation');
});

test('an invitation expires after 14 days, and the player can be invited again', async () => {
  const { clientId } = await newApp(owner.client);
  const citra = await newPlayer(service);
  await invite(clientId, citra.pid, 'developer');
  const [{ id } = { id: '' }] = await invitationsOf(citra.client);
  const age = (interval: string) =>
    service.db.query(
      `update app_invitations set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where client_id = $1`,
      [clientId, interval],
    );
  await age('13 days 23 hours');
  expect(await invitationsOf(citra.client)).toHaveLength(1);
  await age('1 hour 1 second');
  expect(await invitationsOf(citra.client)).toEqual([]);
  expect(await membersOf(owner.client, clientId)).toHaveLength(1);
  expect(told(await citra.client.post(`/v1/app-invitations/${id}`, { decision: 'accept' }))).toBe(
    '409 invitation_ended; status=expired',
  );
  expect(told(await remove(clientId, citra.pid))).toBe('404 no_such_member');
  expect((await invite(clientId, citra.pid, 'finance')).status).toBe(200);
  expect((await answer(citra.client, 'accept')).status).toBe(200);
  // Deleted 30 days later, in the job that deletes login codes.
  const count = async () =>
    (await service.db.query('select from app_invitations where client_id = $1', [clientId])).rowCount;
  await sweepInvitations(service.db, new Date(service.clock.nowMillis() - 30 * dayMillis));
  expect(await count()).toBe(2);
  await sweepInvitations(service.db, service.clock.now());
  expect(await count()).toBe(1);
});

test('a player belongs to at most 50 apps of others', async () => {
  const { clientId } = await newApp(owner.client);
  const citra = await newPlayer(service);
  await service.db.query(
    `insert into apps (client_id, owner_id, name, fee_bps, fee_flat, secret_hash, created_at, updated_at)
     select 'app_' || lpad(to_hex(n), 24, '0'), i.id, 'Many', 0, 0, '', now(), now() from generate_series(1, 50) n, identities i where i.handle = $1`,
    [(await newPlayer(service)).handle],
  );
  await service.db.query(
    `insert into app_members (id, client_id, identity_id, role, since)
     select gen_random_uuid(), a.client_id, i.id, 'developer', now() from apps a, identities i where a.name = 'Many' and i.handle = $1`,
    [citra.handle],
  );
  await invite(clientId, citra.pid, 'developer');
  expect(told(await answer(citra.client, 'accept'))).toBe('400 too_many_memberships');
  await service.db.query(
    "update app_members m set ended_at = now() from apps a where a.client_id = m.client_id and a.name = 'Many'",
  );
  expect((await answer(citra.client, 'accept')).status).toBe(200);
});

test('managing members and accepting need the own passkey of the player; declining does not', async () => {
  const { clientId } = await newApp(owner.client);
  const [boss, citra, dewi] = [await newPlayer(service), await newPlayer(service), await newPlayer(service)];
  const own = await newApp(boss.client);
  const passkey = await givePasskey(boss.client);
  const needed = '403 step_up_required; need=assertion';
  expect(told(await invite(own.clientId, citra.pid, 'developer', boss))).toBe(needed);
  expect(told(await remove(own.clientId, citra.pid, boss))).toBe(needed);
  expect(told(await boss.client.post(`/v1/apps/${own.clientId}/transfer`, { pid: citra.pid }))).toBe(needed);
  answersStepUp(boss.client, passkey);
  expect((await invite(own.clientId, citra.pid, 'developer', boss)).status).toBe(200);

  const key = await givePasskey(citra.client);
  expect(told(await answer(citra.client, 'accept'))).toBe(needed);
  answersStepUp(citra.client, key);
  expect((await answer(citra.client, 'accept')).status).toBe(200);
  // A developer rotates the secret with a passkey of their own.
  citra.client.confirm = null;
  const rotate = () => citra.client.post(`/v1/apps/${own.clientId}/secret`, {});
  expect(told(await rotate())).toBe(needed);
  answersStepUp(citra.client, key);
  expect((await rotate()).status).toBe(200);

  await givePasskey(dewi.client);
  await invite(clientId, dewi.pid, 'developer');
  expect((await answer(dewi.client, 'decline')).status).toBe(200);
});

test('the activity names who did what, in the logs of the member and of the owner', async () => {
  const { clientId, path, owner: boss, developer } = await openTeam(service);
  await developer.client.call('changeApp', { client_id: clientId, feeFlat: 700 });
  await developer.client.call('rotateAppSecret', { client_id: clientId });
  await developer.client.put(`${path}/items/sword`, { names: { en: 'Sword' }, price: 500 });
  const actions = ['app.item_set', 'app.secret_rotated', 'app.changed'];
  const mine = await activityOf(developer.client, clientId);
  const theirs = await activityOf(boss.client, clientId);
  for (const log of [mine, theirs]) {
    const found = log.filter(({ action }) => actions.includes(action));
    expect(found.map(({ action, actor }) => [action, actor])).toEqual(
      actions.map((action) => [action, developer.pid]),
    );
  }
  // The owner does not learn from where a member acts.
  const changed = (log: typeof mine) => log.find(({ action }) => action === 'app.changed')!;
  expect([changed(mine).address, changed(theirs).address]).toEqual([expect.any(String), null]);
  expect(await noticesOf(boss.client, 'app.changed')).toMatchObject([
    { clientId, by: developer.pid, fields: 'fees' },
  ]);
});

test('the download of a player contains memberships and invitations', async () => {
  const { clientId, developer } = await openTeam(service);
  const { body } = await developer.client.get('/v1/identity/export');
  expect(body.apps).toMatchObject({
    memberships: [{ client_id: clientId, app: 'Star Game', role: 'developer', endedAt: null }],
    invitations: [{ client_id: clientId, role: 'developer', answer: 'accepted' }],
  });
});
