import { expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { handOver } from '../relying-parties/members/testing/team-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'chief@pid' });
const { admin } = await signInAdministrator(service, 'chief');
const { client: owner, pid: ownerPid } = await newPlayer(service);
const { client: stranger } = await newPlayer(service);
const about = 'We are Studio Kelinci of Bandung. The game shows the name beside the score.';

const ask = (clientId: string, client = owner, words = about) =>
  client.post(`/v1/apps/${clientId}/verification`, { about: words });
const waiting = async () => (await admin.get('/v1/admin/verifications')).body.items;
const decide = (clientId: string, what: 'approve' | 'refuse', body: object) =>
  admin.post(`/v1/admin/verifications/${clientId}/${what}`, body);
const noticesOf = async () =>
  (await owner.get('/v1/notices')).body.items.map(({ type, data }: { type: string; data: unknown }) => [
    type,
    data,
  ]);

test('an owner requests verification, is refused with a reason, asks again and is verified, with a notice each time', async () => {
  const { clientId } = await newApp(owner);
  expect((await owner.get(`/v1/apps/${clientId}/verification`)).body.status).toBe('none');
  expect((await ask(clientId)).body).toMatchObject({ status: 'pending', about });
  const [shown] = await waiting();
  expect(shown).toMatchObject({
    client_id: clientId,
    owner: ownerPid,
    about,
    origins: ['https://game.example'],
  });

  const reason = 'The privacy notice is missing.';
  expect((await decide(clientId, 'refuse', { reason })).body).toMatchObject({ status: 'refused', reason });
  expect(await waiting()).toEqual([]);
  expect(await noticesOf()).toContainEqual([
    'app.verification_refused',
    { clientId, name: 'Star Game', reason },
  ]);
  // No request is pending any more, so a second decision gets 404.
  expect((await decide(clientId, 'approve', { version: shown.version })).status).toBe(404);

  await ask(clientId, owner, `${about} The notice is at /privacy.`);
  const approved = await decide(clientId, 'approve', { version: shown.version });
  expect(approved.body).toMatchObject({ status: 'verified' });
  expect((await owner.get(`/v1/apps/${clientId}`)).body.verified).toBe(true);
  expect(await noticesOf()).toContainEqual(['app.verified', { clientId, name: 'Star Game' }]);
  expect((await ask(clientId)).status).toBe(409);
  // A change removes the badge, and the owner may request it again.
  await owner.patch(`/v1/apps/${clientId}`, { name: 'Moon Game' });
  expect((await owner.get(`/v1/apps/${clientId}/verification`)).body.status).toBe('none');
});

test('an approval verifies only the reviewed version', async () => {
  const { clientId } = await newApp(owner);
  await ask(clientId);
  const [shown] = await waiting();
  await owner.patch(`/v1/apps/${clientId}`, { origins: ['https://game.example', 'https://evil.example'] });
  const late = await decide(clientId, 'approve', { version: shown.version });
  expect([late.status, late.headers.get('pid-error')]).toEqual([409, 'app_changed']);
  expect((await owner.get(`/v1/apps/${clientId}`)).body.verified).toBe(false);
  const [again] = await waiting();
  expect((await decide(clientId, 'approve', { version: again.version })).status).toBe(200);
});

test('an approval that waits for a change of the origins sees the change', async () => {
  const { clientId } = await newApp(owner);
  await ask(clientId);
  const { version } = (await waiting()).find((app: { client_id: string }) => app.client_id === clientId);
  const late = await service.db.transaction(async (tx) => {
    await tx.query('select from apps where client_id = $1 for update', [clientId]);
    await tx.query("insert into app_origins (client_id, origin) values ($1, 'https://evil.example')", [
      clientId,
    ]);
    const approving = decide(clientId, 'approve', { version });
    await untilBlocked(service.db);
    return { approving };
  });
  expect((await late.approving).headers.get('pid-error')).toBe('app_changed');
  expect((await decide(clientId, 'refuse', { reason: 'Another origin.' })).status).toBe(200);
});

test('an approval of the former owner’s app is none of the new owner’s', async () => {
  const [seller, buyer] = [await newPlayer(service), await newPlayer(service)];
  const { clientId } = await newApp(seller.client);
  await ask(clientId, seller.client);
  const { version } = (await waiting()).find((app: { client_id: string }) => app.client_id === clientId);
  expect((await handOver(seller.client, clientId, buyer)).status).toBe(200);
  await ask(clientId, buyer.client);
  const late = await decide(clientId, 'approve', { version });
  expect([late.status, late.headers.get('pid-error')]).toEqual([409, 'app_changed']);
  expect((await decide(clientId, 'refuse', { reason: 'Unknown owner.' })).status).toBe(200);
});

test('of two concurrent decisions one is accepted', async () => {
  const { clientId } = await newApp(owner);
  await ask(clientId);
  const [{ version }] = await waiting();
  const answers = await Promise.all([
    decide(clientId, 'approve', { version }),
    decide(clientId, 'refuse', { reason: 'No.' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test('a stranger cannot request or read a verification, and owners cannot see the queue', async () => {
  const { clientId } = await newApp(owner);
  expect((await ask(clientId, stranger)).status).toBe(404);
  expect((await owner.get(`/v1/apps/${clientId}/verification`)).body.status).toBe('none');
  expect((await stranger.get(`/v1/apps/${clientId}/verification`)).status).toBe(404);
  expect((await owner.get('/v1/admin/verifications')).status).toBe(404);
  expect((await ask(clientId, owner, 'short')).status).toBe(400);
});

test('deleting an app deletes its verification request', async () => {
  const { clientId } = await newApp(owner);
  await ask(clientId);
  expect((await owner.delete(`/v1/apps/${clientId}`)).status).toBe(200);
  const { rows } = await service.db.query('select from verification_requests where client_id = $1', [
    clientId,
  ]);
  expect(rows).toEqual([]);
});

test('an administrator can neither verify nor resume an app of their own', async () => {
  const { clientId } = await newApp(admin);
  const told = ({ status, headers }: { status: number; headers: Headers }) =>
    `${status} ${headers.get('pid-error')}`;
  expect(told(await admin.post(`/v1/admin/apps/${clientId}/verify`, {}))).toBe('403 own_app');
  await ask(clientId, admin);
  const { version } = (await waiting()).find((app: { client_id: string }) => app.client_id === clientId);
  expect(told(await decide(clientId, 'approve', { version }))).toBe('403 own_app');
  expect((await admin.get(`/v1/apps/${clientId}`)).body.verified).toBe(false);
  // Another administrator, a machine or the command line ends a pause.
  expect((await admin.post(`/v1/admin/apps/${clientId}/pause`, { reason: 'spam' })).status).toBe(200);
  expect(told(await admin.post(`/v1/admin/apps/${clientId}/resume`, {}))).toBe('403 own_app');
  expect((await admin.get(`/v1/apps/${clientId}`)).body.status).toBe('paused');
  // A refusal gives no one an advantage, so it is allowed.
  expect((await decide(clientId, 'refuse', { reason: 'my own' })).status).toBe(200);
});
