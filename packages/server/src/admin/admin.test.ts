import { describe, expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInConfirming } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService({ PID_ADMINS: 'the_operator@pid' });
const operator = await newPlayer(service, 'the_operator');
const passkey = await givePasskey(operator.client);
const admin = await signInConfirming(service, passkey);
const notFound = { statusCode: 404, message: 'Not Found' };

describe('for everybody but an administrator signed in with a passkey the routes do not exist', () => {
  test.each(['/v1/admin/identities', '/v1/admin/audit'])('GET %s', async (path) => {
    const stranger = await newPlayer(service);
    expect((await service.client().get(path)).body).toEqual(notFound);
    expect((await stranger.client.get(path)).body).toEqual(notFound);
    expect((await operator.client.get(path)).body).toEqual(notFound);
    expect((await admin.get(path)).status).toBe(200);
  });

  test('nor does anything change', async () => {
    const victim = await newPlayer(service);
    const stranger = await newPlayer(service);
    expect((await stranger.client.post(`/v1/admin/identities/${victim.pid}/suspend`)).body).toEqual(notFound);
    expect((await victim.client.get('/v1/identity/me')).body.status).toBe('active');
  });
});

test('identities are found by the beginning of their handle, page by page', async () => {
  for (const name of ['findme_a', 'findme_b', 'findme_c']) await newPlayer(service, name);
  const first = await admin.get('/v1/admin/identities?query=findme&limit=2');
  expect(first.body.items.map((item: { pid: string }) => item.pid)).toEqual(['findme_a@pid', 'findme_b@pid']);
  const second = await admin.get(`/v1/admin/identities?query=findme&limit=2&cursor=${first.body.nextCursor}`);
  expect(second.body).toMatchObject({ items: [{ pid: 'findme_c@pid', status: 'active' }], nextCursor: null });
  expect((await admin.get('/v1/admin/identities?query=findme%25')).body.items).toEqual([]);
});

test('suspend, reactivate and delete, each audited with its actor', async () => {
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

test('an app is verified and unverified by an administrator alone', async () => {
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
