import { describe, expect, test } from 'vitest';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { newApp } from '../../test/app-helper.ts';
import { givePasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { signInConfirming, signStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService({ PID_ADMINS: 'the_operator@pid,second_operator@pid' });
const operator = await newPlayer(service, 'the_operator');
const passkey = await givePasskey(operator.client);
const admin = await signInConfirming(service, passkey);
const notFound = { statusCode: 404, message: 'Not Found' };

describe('admin routes return 404 to everyone except an administrator signed in with a passkey', () => {
  test.each(['/v1/admin/identities', '/v1/admin/audit'])('GET %s', async (path) => {
    const stranger = await newPlayer(service);
    const withPasskey = await signInConfirming(service, await givePasskey((await newPlayer(service)).client));
    expect((await service.client().get(path)).body).toEqual(notFound);
    expect((await withPasskey.get(path)).body).toEqual(notFound);
    expect((await stranger.client.get(path)).body).toEqual(notFound);
    expect((await operator.client.get(path)).body).toEqual(notFound);
    expect((await admin.get(path)).status).toBe(200);
  });

  test('refused requests change nothing', async () => {
    const victim = await newPlayer(service);
    const stranger = await newPlayer(service);
    expect((await stranger.client.post(`/v1/admin/identities/${victim.pid}/suspend`)).body).toEqual(notFound);
    expect((await victim.client.get('/v1/identity/me')).body.status).toBe('active');
  });
});

test('a page of the audit log names apps and keeps their client_id', async () => {
  const owner = await newPlayer(service);
  const app = await newApp(owner.client, { name: 'Star Paddle' });
  const path = `/v1/apps/${app.clientId}/payments`;
  const created = await owner.client.post(path, { reference: 'a', amount: 20_000, description: 'A paddle' });
  expect(created.status).toBe(201);
  const audit = `/v1/admin/audit?actor=${owner.pid}&action=payment.created`;
  const { items } = (await admin.get(audit)).body;
  expect(items[0].details).toMatchObject({ app: 'Star Paddle', clientId: app.clientId });
});

test('returns one identity with balance and sessions', async () => {
  const player = await newPlayer(service, 'looked_at');
  const { rows } = await service.db.query<{ id: string }>(
    `select id from identities where handle = 'looked_at'`,
  );
  await fund(service.db, rows[0]!.id, 25_000n);
  await signInAs(service.client(), player.email);
  const found = await admin.call('getIdentityAsAdmin', { pid: player.pid });
  expect(found).toMatchObject({ pid: player.pid, status: 'active', balance: 25_000, held: 0 });
  expect(found.sessions).toHaveLength(2);
  expect((await admin.get('/v1/admin/identities/nobody_at_all')).status).toBe(404);
  expect((await player.client.get(`/v1/admin/identities/${player.pid}`)).body).toEqual(notFound);
});

test('searches identities by handle prefix, page by page', async () => {
  for (const name of ['findme_a', 'findme_b', 'findme_c']) await newPlayer(service, name);
  const first = await admin.get('/v1/admin/identities?query=findme&limit=2');
  expect(first.body.items.map((item: { pid: string }) => item.pid)).toEqual(['findme_a@pid', 'findme_b@pid']);
  const second = await admin.get(`/v1/admin/identities?query=findme&limit=2&cursor=${first.body.nextCursor}`);
  expect(second.body).toMatchObject({ items: [{ pid: 'findme_c@pid', status: 'active' }], nextCursor: null });
  expect((await admin.get('/v1/admin/identities?query=findme%25')).body.items).toEqual([]);
});

test('suspends, reactivates and deletes an identity, each with an audit event that names the actor', async () => {
  const player = await newPlayer(service);
  const change = async (verb: string) =>
    (await admin.post(`/v1/admin/identities/${player.pid}/${verb}`)).body;
  expect(await change('suspend')).toMatchObject({ pid: player.pid, status: 'suspended' });
  expect(await change('suspend')).toEqual({ statusCode: 400, message: `${player.pid} is not active` });
  expect(await change('reactivate')).toMatchObject({ status: 'active' });
  expect(await change('delete')).toMatchObject({ status: 'deleted' });
  expect(await change('reactivate')).toEqual({ statusCode: 400, message: `${player.pid} is not suspended` });
  expect((await admin.post('/v1/admin/identities/nobody_here@pid/suspend')).body).toEqual({
    statusCode: 404,
    message: 'No such identity',
  });
  const trail = (await admin.get('/v1/admin/audit')).body.items;
  expect(
    trail
      .filter((event: { target: string }) => event.target === player.pid)
      .map((event: { action: string; actor: string }) => [event.action, event.actor]),
  ).toEqual([
    ['identity.deleted', 'the_operator@pid'],
    ['identity.reactivated', 'the_operator@pid'],
    ['identity.suspended', 'the_operator@pid'],
  ]);
});

test('shows the reason for a suspension to the player, and filters the audit log by pid, actor, action and target', async () => {
  const player = await newPlayer(service);
  const reason = 'Menjual akun orang lain';
  const path = `/v1/admin/identities/${player.pid}`;
  expect((await admin.post(`${path}/suspend`, { reason })).body).toMatchObject({ status: 'suspended' });
  expect((await player.client.get('/v1/identity/activity')).body.items[0]).toMatchObject({
    action: 'identity.suspended',
    details: { reason },
  });
  expect((await admin.post(`${path}/reactivate`, { reason: 'two\nlines' })).status).toBe(400);
  expect((await admin.post(`${path}/reactivate`, {})).body).toMatchObject({ status: 'active' });
  const find = async (query: Record<string, string>) =>
    (await admin.get(`/v1/admin/audit?${new URLSearchParams(query).toString()}`)).body.items.map(
      ({ action }: { action: string }) => action,
    );
  expect((await find({ pid: player.pid })).slice(0, 2)).toEqual([
    'identity.reactivated',
    'identity.suspended',
  ]);
  expect(await find({ pid: player.pid, action: 'identity.suspended' })).toEqual(['identity.suspended']);
  expect(await find({ target: player.pid, actor: 'the_operator@pid', limit: '1' })).toEqual([
    'identity.reactivated',
  ]);
  expect(await find({ actor: player.pid, action: 'identity.suspended' })).toEqual([]);
  expect((await admin.get('/v1/admin/audit?pid=nobody_here@pid')).status).toBe(404);
});

test('only an administrator can verify and unverify an app', async () => {
  const owner = await newPlayer(service);
  const app = await newApp(owner.client);
  const verifiedOf = async () => (await owner.client.get(`/v1/apps/${app.clientId}`)).body.verified;
  expect((await owner.client.post(`/v1/admin/apps/${app.clientId}/verify`)).body).toEqual(notFound);
  expect(await verifiedOf()).toBe(false);
  expect((await admin.post(`/v1/admin/apps/${app.clientId}/verify`)).body).toEqual({
    client_id: app.clientId,
    verified: true,
  });
  expect(await verifiedOf()).toBe(true);
  expect((await admin.post(`/v1/admin/apps/${app.clientId}/unverify`)).body.verified).toBe(false);
  expect(await verifiedOf()).toBe(false);
  expect((await admin.post('/v1/admin/apps/app_000000000000000000000000/verify')).body).toEqual({
    statusCode: 404,
    message: 'No such app',
  });
});

test('each request of an administrator needs its own passkey signature', async () => {
  const player = await newPlayer(service);
  const { client: unsigned } = await signInWithSoftPasskey(service, passkey);
  const refused = await unsigned.post(`/v1/admin/identities/${player.pid}/suspend`);
  expect(refused.headers.get('pid-error')).toBe('step_up_required; need=assertion');
  const headers = {
    'pid-assertion': await signStepUp(unsigned, passkey, {
      method: 'POST',
      path: `/v1/admin/identities/${player.pid}/suspend`,
    }),
  };
  const swapped = await unsigned.post(`/v1/admin/identities/${operator.pid}/suspend`, undefined, headers);
  expect(swapped.headers.get('pid-error')).toBe('step_up_required; need=assertion');
  expect((await player.client.get('/v1/identity/me')).body.status).toBe('active');
});

describe('a second administrator', async () => {
  const path = '/v1/admin/audit';
  const second = await newPlayer(service, 'second_operator');

  test('has no access with a passkey registered by an old session until the passkey counts', async () => {
    service.clock.advanceSeconds(601);
    const planted = await givePasskey(second.client);
    const { client: early } = await signInWithSoftPasskey(service, planted);
    expect((await early.get(path)).body).toEqual(notFound);
    service.clock.advanceSeconds(72 * 3600);
    const { client: later } = await signInWithSoftPasskey(service, planted);
    expect((await later.get(path)).status).toBe(200);
  });

  test('loses access when suspended', async () => {
    const signedIn = await signInWithSoftPasskey(service, await furtherKey());
    expect((await signedIn.client.get(path)).status).toBe(200);
    await service.db.query(`update identities set status = 'suspended' where handle = 'second_operator'`);
    service.clock.advanceSeconds(2);
    expect((await signedIn.client.get(path)).body).toEqual(notFound);
    expect((await signedIn.client.get('/v1/identity/me')).body.status).toBe('suspended');
  });

  async function furtherKey() {
    await service.db.query(
      `update passkeys set status = 'revoked', revoked_at = now(), revoked_reason = 'removed'
       where identity_id = (select id from identities where handle = 'second_operator')`,
    );
    const client = service.client();
    await signInAs(client, second.email);
    return givePasskey(client);
  }
});
