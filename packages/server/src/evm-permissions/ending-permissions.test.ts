import { describe, expect, test } from 'vitest';
import { bearerFor, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { sampleRequest, token } from './testing/sample-request.ts';
import { approve, grantPermission, newHoldingApp, newPermissionPlayer } from './testing/permission-player.ts';

const service = await startTestService();
const player = await newPermissionPlayer(service);
const stranger = await newPermissionPlayer(service);
const app = await newHoldingApp(service);
const rival = await newHoldingApp(service);
const now = () => service.clock.nowSeconds();

const create = (changes: Record<string, unknown> = {}) =>
  player.client.post('/v1/permissions', sampleRequest(now(), changes));

describe('reading and ending a permission', () => {
  test('only the owner and the app that holds it can; other callers get 404', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    expect((await player.client.get(`/v1/permissions/${id}`)).body.app).toMatchObject({
      name: 'Star Game',
      verified: false,
    });
    expect((await service.client().get(`/v1/permissions/${id}`, app.headers)).status).toBe(200);
    expect(
      (await service.client().get('/v1/permissions', app.headers)).body.items.map(
        (item: { id: string }) => item.id,
      ),
    ).toContain(id);
    for (const path of ['', '/check', '/spend', '/revoke']) {
      const send = (headers: Record<string, string>, client = service.client()) =>
        path === ''
          ? client.get(`/v1/permissions/${id}`, headers)
          : client.post(
              `/v1/permissions/${id}${path}`,
              path === '/check'
                ? { to: token, value: '0', data: '0x' }
                : path === '/spend'
                  ? { token, amount: '1' }
                  : undefined,
              headers,
            );
      expect((await send(rival.headers)).status).toBe(404);
      expect((await send({}, stranger.client)).status).toBe(path === '/spend' ? 403 : 404);
      expect((await send({})).status).toBe(401);
    }
    expect(
      (await stranger.client.get('/v1/permissions')).body.items.map((item: { id: string }) => item.id),
    ).not.toContain(id);
    expect((await player.client.get('/v1/permissions/not-a-uuid')).status).toBe(400);
  });

  test('an app cannot read a permission before its owner has approved it', async () => {
    const created = (await create({ clientId: app.clientId })).body;
    expect((await service.client().get(`/v1/permissions/${created.id}`, app.headers)).status).toBe(404);
  });

  test('the owner or the app ends it; ending it twice is no error, and the end is audited', async () => {
    const first = await grantPermission(service, player, { clientId: app.clientId });
    const revoked = await player.client.post(`/v1/permissions/${first.id}/revoke`);
    expect(revoked.body).toMatchObject({ status: 'revoked', endReason: 'revoked by the owner' });
    expect((await player.client.post(`/v1/permissions/${first.id}/revoke`)).body.endedAt).toBe(
      revoked.body.endedAt,
    );
    const second = await grantPermission(service, player, { clientId: app.clientId });
    const given = await service.client().post(`/v1/permissions/${second.id}/revoke`, undefined, app.headers);
    expect(given.body).toMatchObject({ status: 'revoked', endReason: 'given up by the app' });
    expect((await player.client.get('/v1/identity/activity')).body.items[0]).toMatchObject({
      action: 'permission.revoked',
      actor: `app:${app.clientId}`,
      target: second.id,
    });
  });

  test('a revoked pending permission cannot be approved', async () => {
    const created = (await create()).body;
    expect((await player.client.post(`/v1/permissions/${created.id}/revoke`)).body.status).toBe('revoked');
    expect((await approve(player, created)).status).toBe(409);
  });

  test('deleting an app revokes its permissions', async () => {
    const { client } = await newPlayer(service);
    const doomed = await client.post('/v1/apps', { name: 'Doomed', origins: ['https://doomed.example'] });
    const { id } = await grantPermission(service, player, { clientId: doomed.body.client_id });
    expect((await client.delete(`/v1/apps/${doomed.body.client_id}`)).status).toBe(200);
    expect((await player.client.get(`/v1/permissions/${id}`)).body).toMatchObject({
      status: 'revoked',
      endReason: 'app deleted',
      app: null,
    });
  });

  test('the deletion of its owner deletes an app too, and revokes its permissions', async () => {
    const { client } = await newPlayer(service);
    const doomed = await client.post('/v1/apps', {
      name: 'Doomed too',
      origins: ['https://doomed2.example'],
    });
    const { id } = await grantPermission(service, player, { clientId: doomed.body.client_id });
    expect((await client.delete('/v1/identity/me', {})).status).toBe(200);
    expect((await player.client.get(`/v1/permissions/${id}`)).body).toMatchObject({
      status: 'revoked',
      endReason: 'app deleted',
      app: null,
    });
  });

  test('pages list every permission once, newest first', async () => {
    const fresh = await newPermissionPlayer(service);
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1)
      made.unshift((await fresh.client.post('/v1/permissions', sampleRequest(now()))).body.id);
    const first = await fresh.client.get('/v1/permissions?limit=2');
    const second = await fresh.client.get(`/v1/permissions?limit=2&cursor=${first.body.nextCursor}`);
    const third = await fresh.client.get(`/v1/permissions?limit=2&cursor=${second.body.nextCursor}`);
    expect(
      [first, second, third].flatMap(({ body }) => body.items.map((item: { id: string }) => item.id)),
    ).toEqual(made);
    expect(third.body.nextCursor).toBeNull();
    for (const parts of [
      ['x', 'y'],
      ['2026-01-01T00:00:00.000Z', 'y'],
      ['2026-13-41T00:00:00.000Z', made[0]],
      ['\u0000', '\u0000'],
      ['1'],
    ]) {
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
      expect((await fresh.client.get(`/v1/permissions?cursor=${cursor}`)).status).toBe(400);
    }
  });
});

test('the export contains permissions; deleting the identity revokes them and erases the passkey proof', async () => {
  const leaving = await newPermissionPlayer(service);
  const { id, digest } = await grantPermission(service, leaving, { clientId: app.clientId });
  expect((await leaving.client.get('/v1/identity/export')).text).toContain(digest);
  const deletion = await leaving.client.post('/v1/identity/me/deletion');
  const deleted = await leaving.client.delete('/v1/identity/me', {
    assertion: leaving.passkey.assert(deletion.body),
  });
  expect(deleted.status).toBe(200);
  const seen = await service.client().get(`/v1/permissions/${id}`, app.headers);
  expect(seen.body).toMatchObject({ status: 'revoked', endReason: 'identity deleted', ownerProof: null });
});

test('a permission expires without approval or at its expiry, and the sweep makes that final', async () => {
  const waiting = await newPermissionPlayer(service);
  const created = (await waiting.client.post('/v1/permissions', sampleRequest(service.clock.nowSeconds())))
    .body;
  const active = await grantPermission(service, waiting);
  service.clock.advanceSeconds(3600);
  await waiting.client.post('/v1/auth/refresh');
  expect((await approve(waiting, created)).body.message).toBe(
    'The permission is expired, only a pending one can be approved',
  );
  expect((await waiting.client.get(`/v1/permissions/${active.id}`)).body.status).toBe('active');
  service.clock.advanceSeconds(86_400);
  await waiting.client.post('/v1/auth/refresh');
  expect((await waiting.client.get(`/v1/permissions/${active.id}`)).body.status).toBe('expired');
  const { expireRecords } = await import('./permissions.store.ts');
  await expireRecords(service.db, service.clock.now());
  service.clock.advanceSeconds(-86_400);
  expect((await waiting.client.get(`/v1/permissions/${active.id}`)).body).toMatchObject({
    status: 'expired',
    endReason: 'expired',
  });
  expect((await waiting.client.get(`/v1/permissions/${created.id}`)).body).toMatchObject({
    status: 'expired',
    endReason: 'never approved',
  });
});

test('disconnecting an app revokes only the permissions that this player granted to it', async () => {
  const owner = await newPlayer(service);
  const [connected, another] = [await newApp(owner.client), await newApp(owner.client)];
  const [holder, bystander] = [await newPermissionPlayer(service), await newPermissionPlayer(service)];
  await bearerFor(holder.client, connected);
  await bearerFor(bystander.client, connected);
  const { clientId } = connected;
  const ended = await grantPermission(service, holder, { clientId });
  const elsewhere = await grantPermission(service, holder, { clientId: another.clientId });
  const own = await grantPermission(service, holder);
  const theirs = await grantPermission(service, bystander, { clientId });
  expect((await holder.client.delete(`/v1/connected-apps/${clientId}`)).status).toBe(200);
  expect((await holder.client.get(`/v1/permissions/${ended.id}`)).body).toMatchObject({
    status: 'revoked',
    endReason: 'app disconnected',
  });
  for (const [player, { id }] of [
    [holder, elsewhere],
    [holder, own],
    [bystander, theirs],
  ] as const)
    expect((await player.client.get(`/v1/permissions/${id}`)).body.status).toBe('active');
});
