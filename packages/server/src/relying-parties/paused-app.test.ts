import { describe, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import {
  allowApp,
  askLogin,
  bearerFor,
  bearing,
  exchange,
  machineTokenOf,
  newApp,
  type TestApp,
} from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import type { Answer } from '../../test/http-client.ts';

const service = await startTestService({ PID_ADMINS: 'app_boss@pid' });
const { admin, pid: bossPid } = await signInAdministrator(service, 'app_boss');
const developer = await newPlayer(service);
const player = await newPlayer(service);
const backend = service.client();
const paused = { statusCode: 403, message: 'App paused' };

const ask = (app: TestApp, redirectUri: string, fields: Record<string, string> = {}) =>
  askLogin(player.client, app, redirectUri, fields);

async function richPlayer() {
  const rich = await newPlayer(service);
  const { id } = (await rich.client.post('/v1/fiat/topups', { amount: 50_000 })).body;
  await rich.client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  return rich;
}

describe('a paused app', () => {
  /** Every action that a pause must refuse, with its response. */
  async function attempts(app: TestApp, code: string, bearer: string, machine: string) {
    const money = { to: bossPid, amount: 1000, clientId: app.clientId };
    return {
      login: (
        await player.client.post('/v1/auth/authorize', {
          client_id: app.clientId,
          redirect_uri: app.redirectUri,
          decision: 'allow',
        })
      ).body,
      exchange: (await exchange(backend, app, code)).body,
      bearer: (await backend.get('/v1/identity/me', bearing(bearer))).body,
      machine: (await backend.get(`/v1/apps/${app.clientId}`, bearing(machine))).body,
      token: (
        await backend.post('/v1/auth/token', {
          grant_type: 'client_credentials',
          client_id: app.clientId,
          client_secret: app.clientSecret,
        })
      ).body,
      quote: (await player.client.post('/v1/fiat/sends/quote', money)).body,
      send: (await player.client.post('/v1/fiat/sends', money)).body,
      topUp: (await player.client.post('/v1/fiat/topups', { amount: 10_000, clientId: app.clientId })).body,
    };
  }

  test('gets no logins, tokens or payments; players and owner see the pause; resuming restores everything', async () => {
    await player.client.post('/v1/auth/refresh');
    await admin.post('/v1/auth/refresh');
    const { client: owner } = await newPlayer(service);
    const app = await newApp(owner);
    const [bearer, machine] = [await bearerFor(player.client, app), await machineTokenOf(backend, app)];
    const code = await allowApp(player.client, app);
    const path = `/v1/admin/apps/${app.clientId}`;
    expect((await owner.post(`${path}/pause`, {})).status).toBe(404);
    expect((await admin.post(`${path}/pause`, { reason: 'Complaints\u202e' })).status).toBe(400);
    expect((await admin.post(`${path}/pause`, { reason: 'Complaints by players' })).body).toEqual({
      client_id: app.clientId,
      status: 'paused',
    });
    expect((await admin.post(`${path}/pause`, {})).status).toBe(400);
    for (const [what, answer] of Object.entries(await attempts(app, code, bearer, machine)))
      expect([what, answer]).toEqual([what, paused]);
    expect((await owner.post(`/v1/apps/${app.clientId}/payouts`, { amount: 1 })).body).toEqual(paused);
    expect((await owner.get(`/v1/apps/${app.clientId}`)).body).toMatchObject({
      status: 'paused',
      pausedBy: 'admin',
      pauseReason: 'Complaints by players',
    });
    expect((await ask(app, app.redirectUri)).body.app.status).toBe('paused');
    const connected = (await player.client.get('/v1/connected-apps')).body.items;
    expect(connected.find((item: { client_id: string }) => item.client_id === app.clientId).status).toBe(
      'paused',
    );
    const standard = await backend.post('/oidc/token', {
      grant_type: 'authorization_code',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      code,
      redirect_uri: app.redirectUri,
    });
    expect(standard.status).toBe(403);
    expect((await admin.post(`${path}/resume`, { reason: 'Mended' })).body.status).toBe('active');
    expect((await admin.post(`${path}/resume`)).status).toBe(400);
    expect((await backend.get('/v1/identity/me', bearing(bearer))).status).toBe(200);
    expect((await exchange(backend, app, code)).status).toBe(200);
  });

  test('is also an app whose owner is suspended, until reactivation; an administrator’s pause is independent', async () => {
    const owner = await newPlayer(service);
    const app = await newApp(owner.client);
    const [bearer, machine] = [await bearerFor(player.client, app), await machineTokenOf(backend, app)];
    const code = await allowApp(player.client, app);
    await admin.post(`/v1/admin/identities/${owner.pid}/suspend`);
    for (const [what, answer] of Object.entries(await attempts(app, code, bearer, machine)))
      expect([what, answer]).toEqual([what, paused]);
    const found = async () =>
      (await admin.get(`/v1/admin/apps?query=${owner.handle}`)).body.items.map(
        (item: { status: string; pausedBy?: string }) => [item.status, item.pausedBy],
      );
    expect(await found()).toEqual([['paused', 'owner']]);
    await admin.post(`/v1/admin/apps/${app.clientId}/pause`, {});
    expect(await found()).toEqual([['paused', 'admin']]);
    await admin.post(`/v1/admin/identities/${owner.pid}/reactivate`);
    expect(await found()).toEqual([['paused', 'admin']]);
    expect((await exchange(backend, app, code)).body).toEqual(paused);
    await admin.post(`/v1/admin/apps/${app.clientId}/resume`);
    expect(await found()).toEqual([['active', undefined]]);
    expect((await exchange(backend, app, code)).status).toBe(200);
  });

  const pauses = {
    'an administrator’s': 'update apps set paused_at = now() where client_id = $1',
    'its owner’s suspension':
      "update identities set status = 'suspended' from apps where client_id = $1 and identities.id = owner_id",
  };
  for (const [whose, statement] of Object.entries(pauses))
    test(`refuses concurrent requests once the pause has committed: ${whose}`, async () => {
      const owner = await newPlayer(service);
      const payer = await richPlayer();
      const app = await newApp(owner.client, { feeFlat: 1000 });
      const money = { to: bossPid, amount: 1000, clientId: app.clientId };
      expect((await payer.client.post('/v1/fiat/sends', money)).status).toBe(201);
      const code = await allowApp(payer.client, app);
      const racing: Promise<Answer>[] = [];
      await service.db.transaction(async (tx) => {
        await tx.query(statement, [app.clientId]);
        racing.push(
          payer.client.post('/v1/fiat/sends', money),
          payer.client.post('/v1/fiat/topups', { amount: 10_000, clientId: app.clientId }),
          owner.client.post(`/v1/apps/${app.clientId}/payouts`, { amount: 1000 }),
          exchange(backend, app, code),
        );
        await Promise.race([untilBlocked(service.db, racing.length), ...racing]);
      });
      for (const answer of await Promise.all(racing)) expect(answer.body).toEqual(paused);
      await service.db.query(
        "update identities set status = 'active' from apps where client_id = $1 and identities.id = owner_id",
        [app.clientId],
      );
      await service.db.query('update apps set paused_at = null where client_id = $1', [app.clientId]);
      expect((await exchange(backend, app, code)).status).toBe(200);
    });

  test('can be paused and resumed on the command line, and its owner gets a notice of each', async () => {
    const owner = await newPlayer(service);
    const app = await newApp(owner.client, { name: 'Kart' });
    const printed: string[] = [];
    const command = async (...words: string[]) => {
      const { code, lines } = await runPid(['admin', ...words], {
        PID_DATABASE_URL: service.connectionString,
      });
      printed.push(...lines);
      return code;
    };
    expect(await command('pause', app.clientId, '--reason', 'two\nlines')).toBe(1);
    expect(await command('pause', app.clientId, '--why', 'x')).toBe(2);
    expect(await command('pause', app.clientId, '--reason', 'Complaints')).toBe(0);
    expect((await owner.client.get(`/v1/apps/${app.clientId}`)).body).toMatchObject({
      pausedBy: 'admin',
      pauseReason: 'Complaints',
    });
    expect(await command('pause', app.clientId)).toBe(1);
    expect(await command('resume', app.clientId)).toBe(0);
    expect(await command('resume', 'app_nobody')).toBe(1);
    const told = (await owner.client.get('/v1/notices')).body.items.map(
      (notice: { type: string; data: unknown }) => [notice.type, notice.data],
    );
    const data = { clientId: app.clientId, name: 'Kart' };
    expect(told.slice(0, 2)).toEqual([
      ['app.resumed', data],
      ['app.paused', data],
    ]);
  });

  test('cannot redeem a code that was issued concurrently with the pause', async () => {
    const app = await newApp(developer.client);
    const codes = await Promise.all([
      ...Array.from({ length: 4 }, () => allowApp(player.client, app).catch(() => null)),
      admin.post(`/v1/admin/apps/${app.clientId}/pause`, {}).then(() => null),
      ...Array.from({ length: 4 }, () => allowApp(player.client, app).catch(() => null)),
    ]);
    for (const code of codes) if (code) expect((await exchange(backend, app, code)).body).toEqual(paused);
  });
});

test('administrators find apps by name, id or owner, page by page; others get 404', async () => {
  const owner = await newPlayer(service);
  const ids: string[] = [];
  for (const name of ['Zebra One', 'Zebra Two', 'Quagga'])
    ids.push((await newApp(owner.client, { name })).clientId);
  const names = async (query: string) =>
    (await admin.get(`/v1/admin/apps?${query}`)).body.items
      .map((item: { name: string }) => item.name)
      .toSorted();
  expect(await names('query=zebra')).toEqual(['Zebra One', 'Zebra Two']);
  expect(await names(`query=${ids[2]}`)).toEqual(['Quagga']);
  expect(await names(`query=${owner.pid}`)).toEqual(['Quagga', 'Zebra One', 'Zebra Two']);
  expect(await names('query=zeb%25')).toEqual([]);
  const first = await admin.get(`/v1/admin/apps?query=${owner.handle}&limit=2`);
  const second = await admin.get(
    `/v1/admin/apps?query=${owner.handle}&limit=2&cursor=${first.body.nextCursor}`,
  );
  expect([...first.body.items, ...second.body.items].map((item) => item.client_id)).toEqual(ids.toSorted());
  expect((await owner.client.get('/v1/admin/apps')).status).toBe(404);
});
