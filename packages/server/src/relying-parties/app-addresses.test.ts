import { describe, expect, test } from 'vitest';
import {
  allowApp,
  askLogin,
  bearing,
  exchange,
  machineTokenOf,
  newApp,
  newChallenge,
  type TestApp,
} from '../../test/app-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { answersStepUp, signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService({ PID_ADMINS: 'app_boss@pid' });
const { admin } = await signInAdministrator(service, 'app_boss');
const developer = await newPlayer(service);
const player = await newPlayer(service);
const backend = service.client();

const ask = (app: TestApp, redirectUri: string, fields: Record<string, string> = {}) =>
  askLogin(player.client, app, redirectUri, fields);

describe('exact redirect addresses', () => {
  test('accept no other address on the origins, by exact comparison; loopback stays allowed', async () => {
    const app = await newApp(developer.client, { redirectUris: ['https://game.example/cb?from=pid'] });
    expect((await ask(app, 'https://game.example/cb?from=pid')).status).toBe(200);
    for (const open of ['http://localhost:3000/cb', 'http://127.0.0.1/x', 'http://[::1]:9/'])
      expect((await ask(app, open)).status).toBe(200);
    for (const address of [
      'https://game.example/cb',
      'https://game.example/cb?from=pid&more=1',
      'https://game.example/CB?from=pid',
      'https://game.example/x/../cb?from=pid',
      'https://game.example/./cb?from=pid',
      'https://game.example/cb%2F?from=pid',
      'https://game.example/%63b?from=pid',
      'https://game.example:443/cb?from=pid',
      'https://GAME.example/cb?from=pid',
      'https://game.example./cb?from=pid',
      'https://user@game.example/cb?from=pid',
      'https://game.example/cb?from=pid#',
      'https://game.example',
    ])
      expect([address, (await ask(app, address)).status]).toEqual([address, 400]);
  });

  test('may be a bare origin, with or without the trailing slash', async () => {
    const app = await newApp(developer.client, { redirectUris: ['https://game.example'] });
    expect((await developer.client.get(`/v1/apps/${app.clientId}`)).body.redirectUris).toEqual([
      'https://game.example/',
    ]);
    for (const address of ['https://game.example', 'https://game.example/'])
      expect((await ask(app, address)).status).toBe(200);
    expect((await ask(app, 'https://game.example/cb')).status).toBe(400);
  });

  test.each([
    'https://elsewhere.example/cb',
    'https://GAME.example/cb',
    'https://game.example:443/cb',
    'https://game.example/a/../cb',
    'https://game.example/cb#x',
    'https://game.example/cb?code=1',
    'http://localhost/cb',
    'http://game.example/cb',
    'javascript:/alert(1)',
    'data:/text',
    'file:/etc/passwd',
    'intent:/x',
    'game:/cb',
    'example:/cb',
    'example.game://cb',
    'example.game:cb',
    'Example.game:/cb',
    'example.game:/cb?x=1',
    'example.game:/cb#x',
    'example.gamer:/cb',
    'com.example.game:/cb',
    'example.game.:/cb',
    'example.game:/c b',
    ' example.game:/cb',
  ])('cannot be %s', async (address) => {
    const refused = await developer.client.post('/v1/apps', {
      name: 'A',
      origins: ['https://game.example', 'https://203.0.113.7', 'https://example'],
      redirectUris: [address],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.message[0]).toMatch(/^redirectUris\[0\] must be/);
  });

  test('must be on a listed origin when the origins change; removing one ends its codes', async () => {
    const app = await newApp(developer.client, {
      origins: ['https://game.example', 'https://old.example'],
      redirectUris: ['https://game.example/signed-in', 'https://old.example/cb'],
    });
    const path = `/v1/apps/${app.clientId}`;
    expect((await developer.client.patch(path, { origins: ['https://game.example'] })).body.message).toEqual([
      expect.stringContaining('redirectUris[1] must be an address on a listed origin'),
    ]);
    const code = await allowApp(player.client, app);
    const removed = await developer.client.patch(path, { redirectUris: ['https://old.example/cb'] });
    expect(removed.body.redirectUris).toEqual(['https://old.example/cb']);
    expect((await exchange(backend, app, code)).status).toBe(400);
    expect((await ask(app, app.redirectUri)).status).toBe(400);
  });
});

describe('private-use schemes', () => {
  const address = 'example.game.mobile:/signed-in';
  const standard = { response_type: 'code', scope: 'openid' };

  test('work only for the standard login with a challenge, without a badge', async () => {
    const app = await newApp(developer.client, { redirectUris: [address, 'example.game:/cb'] });
    await admin.post(`/v1/admin/apps/${app.clientId}/verify`);
    const { codeVerifier, fields } = newChallenge();
    const shown = await ask(app, address, { ...standard, ...fields });
    expect(shown.body).toMatchObject({ app: { verified: false }, origin: 'example.game.mobile:' });
    expect((await ask(app, address, fields)).status).toBe(400);
    const without = await player.client.post('/v1/auth/authorize', {
      client_id: app.clientId,
      redirect_uri: address,
      ...standard,
      decision: 'allow',
    });
    expect(without.body.pidCode).toBeUndefined();
    expect(without.body.redirectTo).toContain('error=invalid_request');
    const allowed = await player.client.post('/v1/auth/authorize', {
      client_id: app.clientId,
      redirect_uri: address,
      ...standard,
      ...fields,
      decision: 'allow',
    });
    expect(allowed.body.redirectTo).toMatch(/^example\.game\.mobile:\/signed-in\?code=/);
    const form = { client_id: app.clientId, redirect_uri: address, code_verifier: codeVerifier };
    const redeemed = await backend.post(
      '/oidc/token',
      new URLSearchParams({ ...form, grant_type: 'authorization_code', code: allowed.body.pidCode }),
    );
    expect(redeemed.status).toBe(200);
    expect((await ask(app, 'example.game:/other', { ...standard, ...fields })).status).toBe(400);
    // A scheme is accepted only with a listed origin.
    await service.db.query('delete from app_origins where client_id = $1', [app.clientId]);
    expect((await ask(app, address, { ...standard, ...fields })).status).toBe(400);
  });

  test('cannot be combined with requireSecret', async () => {
    const both = {
      name: 'A',
      origins: ['https://game.example'],
      redirectUris: [address],
      requireSecret: true,
    };
    expect((await developer.client.post('/v1/apps', both)).body.message).toEqual([
      'redirectUris[0] must be an https address, because requireSecret is set',
    ]);
    const app = await newApp(developer.client, { redirectUris: [address] });
    const path = `/v1/apps/${app.clientId}`;
    expect((await developer.client.patch(path, { requireSecret: true })).status).toBe(400);
    await service.db.query('update apps set require_secret = true where client_id = $1', [app.clientId]);
    expect((await ask(app, address, { ...standard, ...newChallenge().fields })).status).toBe(400);
  });
});

test('the badge is never shown for a loopback address', async () => {
  const app = await newApp(developer.client);
  await admin.post(`/v1/admin/apps/${app.clientId}/verify`);
  expect((await ask(app, app.redirectUri)).body.app.verified).toBe(true);
  expect((await ask(app, 'http://localhost:3000/cb')).body.app.verified).toBe(false);
});

describe('secrets', () => {
  const owner = async (): Promise<HttpClient> => {
    const { client } = await newPlayer(service);
    return answersStepUp(client, await givePasskey(client));
  };

  test('are needed even with the verifier if they are required, at both endpoints', async () => {
    const app = await newApp(developer.client, { requireSecret: true });
    const { codeVerifier, fields } = newChallenge();
    const code = await allowApp(player.client, app, fields);
    expect((await exchange(backend, app, code, { code_verifier: codeVerifier })).status).toBe(401);
    const proof = { code_verifier: codeVerifier, client_secret: app.clientSecret };
    expect((await exchange(backend, app, code, proof)).status).toBe(200);
    const standard = await allowApp(player.client, app, { ...fields, response_type: 'code' });
    const form = {
      grant_type: 'authorization_code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      code: standard,
      code_verifier: codeVerifier,
    };
    const refused = await backend.post('/oidc/token', new URLSearchParams(form));
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    const redeemed = await backend.post(
      '/oidc/token',
      new URLSearchParams({ ...form, client_secret: app.clientSecret }),
    );
    expect(redeemed.status).toBe(200);
  });

  test('are rotated or made optional only with step-up', async () => {
    const { client } = await newPlayer(service);
    const passkey = await givePasskey(client);
    const app = await newApp(client, { requireSecret: true });
    const path = `/v1/apps/${app.clientId}`;
    const refusal = { statusCode: 403, message: 'Confirm that it is you' };
    expect((await client.post(`${path}/secret`)).body).toEqual(refusal);
    expect((await client.patch(path, { requireSecret: false })).body).toEqual(refusal);
    expect((await client.patch(path, { requireSecret: true, name: 'Other' })).status).toBe(200);
    answersStepUp(client, passkey);
    expect((await client.patch(path, { requireSecret: false })).body.requireSecret).toBe(false);
    expect((await client.post(`${path}/secret`)).status).toBe(200);
  });

  test('stay valid after a rotation, with their tokens, for the time that the owner chose', async () => {
    const client = await owner();
    const app = await newApp(client);
    const path = `/v1/apps/${app.clientId}`;
    const old = bearing(await machineTokenOf(backend, app));
    const rotate = async (keepPreviousSeconds?: number): Promise<TestApp> => {
      const body = keepPreviousSeconds === undefined ? {} : { keepPreviousSeconds };
      return { ...app, clientSecret: (await client.post(`${path}/secret`, body)).body.client_secret };
    };
    expect((await client.post(`${path}/secret`, { keepPreviousSeconds: 604_801 })).status).toBe(400);
    const second = await rotate(300);
    expect((await backend.get(path, old)).status).toBe(200);
    const late = bearing(await machineTokenOf(backend, app));
    expect((await backend.get(path, late)).status).toBe(200);
    expect((await backend.get(path, bearing(await machineTokenOf(backend, second)))).status).toBe(200);
    service.clock.advanceSeconds(301);
    await expect(machineTokenOf(backend, app)).rejects.toThrow('Unauthorized');
    for (const token of [old, late]) expect((await backend.get(path, token)).status).toBe(401);
    await client.post('/v1/auth/refresh');
    await rotate(300);
    const last = await rotate();
    await expect(machineTokenOf(backend, second)).rejects.toThrow('Unauthorized');
    expect((await backend.get(path, bearing(await machineTokenOf(backend, last)))).status).toBe(200);
  });
});
