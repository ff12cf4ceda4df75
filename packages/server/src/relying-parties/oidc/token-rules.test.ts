import { describe, expect, test } from 'vitest';
import {
  allowApp,
  bearerFor,
  bearing,
  exchange,
  machineTokenOf,
  newApp,
  redeemStandard,
  standardLogin,
} from '../../../test/app-helper.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client);
const otherApp = await newApp(developer.client);
const backend = service.client();
const basic = (of: typeof app) => ({
  authorization: `Basic ${Buffer.from(`${of.clientId}:${of.clientSecret}`).toString('base64')}`,
});
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

const request = (fields: Record<string, string> = {}) => standardLogin(app, fields);
const redeem = (code: string, codeVerifier: string) => redeemStandard(backend, app, code, codeVerifier);

async function bearerWith(client: HttpClient, scope: string): Promise<string> {
  const { codeVerifier, login } = request({ scope });
  const allowed = await client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
  return (await redeem(allowed.body.pidCode, codeVerifier)).body.access_token;
}

describe('a second use of a code', () => {
  test('with the right verifier ends the bearer of the first use; without it, nothing ends', async () => {
    const { client } = await newPlayer(service);
    const { codeVerifier, login } = request();
    const { pidCode } = (await client.post('/v1/auth/authorize', { ...login, decision: 'allow' })).body;
    const { access_token: bearer } = (await redeem(pidCode, codeVerifier)).body;
    const works = async () => (await backend.get('/v1/identity/me', bearing(bearer))).status;
    expect((await redeem(pidCode, 'x'.repeat(43))).status).toBe(400);
    expect((await exchange(backend, app, pidCode)).status).toBe(400);
    expect((await exchange(backend, otherApp, pidCode)).status).toBe(400);
    expect(await works()).toBe(200);
    expect((await redeem(pidCode, codeVerifier)).status).toBe(400);
    expect(await works()).toBe(401);
    expect((await client.get('/v1/connected-apps')).body.items).toEqual([]);
  });

  test('with the right secret ends it too, in PID’s own login', async () => {
    const { client } = await newPlayer(service);
    const code = await allowApp(client, app);
    const bearer = (await exchange(backend, app, code)).body.accessToken;
    expect((await exchange(backend, app, code, {})).status).toBe(400);
    expect((await backend.get('/v1/identity/me', bearing(bearer))).status).toBe(200);
    expect((await exchange(backend, app, code)).status).toBe(400);
    expect((await backend.get('/v1/identity/me', bearing(bearer))).status).toBe(401);
  });
});

describe('scopes', () => {
  const reads = async (bearer: string) => {
    const paths = ['/v1/identity/me', '/v1/profile', '/v1/fiat/balance', '/v1/fiat/statement'];
    return Promise.all(paths.map(async (path) => (await backend.get(path, bearing(bearer))).status));
  };

  test('openid alone reads neither money nor profile; PID’s own login reads everything', async () => {
    const { client } = await newPlayer(service);
    await client.patch('/v1/profile', { displayName: 'Raka' });
    expect(await reads(await bearerWith(client, 'openid'))).toEqual([200, 403, 403, 403]);
    expect(await reads(await bearerWith(client, 'openid profile'))).toEqual([200, 200, 403, 403]);
    expect(await reads(await bearerWith(client, 'openid read'))).toEqual([200, 200, 200, 200]);
    expect(await reads(await bearerWith(client, 'email'))).toEqual([200, 403, 403, 403]);
    expect(await reads(await bearerFor(client, app))).toEqual([200, 200, 200, 200]);
    const claimsOf = async (scope: string) =>
      (await backend.get('/oidc/userinfo', bearing(await bearerWith(client, scope)))).body;
    expect(Object.keys(await claimsOf('openid'))).toEqual(['sub', 'preferred_username']);
    expect((await claimsOf('openid profile')).name).toBe('Raka');
    const refused = await backend.get('/v1/fiat/balance', bearing(await bearerWith(client, 'openid')));
    expect(refused.body).toEqual({ statusCode: 403, message: 'Read-only token' });
  });
});

test('userinfo accepts the token in a form or in the header, but not in both', async () => {
  const { client, pid } = await newPlayer(service);
  const bearer = await bearerWith(client, 'openid');
  const post = (fields: Record<string, string>, headers = {}) =>
    backend.post('/oidc/userinfo', form(fields), headers);
  expect((await post({ access_token: bearer })).body.sub).toBe(pid);
  expect((await post({}, bearing(bearer))).body.sub).toBe(pid);
  expect((await post({ access_token: bearer }, bearing(bearer))).status).toBe(400);
  for (const token of ['', 'nonsense', client.cookie('pid_access')!])
    expect((await post({ access_token: token })).status).toBe(401);
  const machine = await machineTokenOf(backend, app);
  expect((await post({ access_token: machine })).status).toBe(403);
  // A cookie is not a bearer, and a bearer in the query is not accepted.
  expect((await client.post('/oidc/userinfo', form({}))).status).toBe(401);
  expect((await backend.get(`/oidc/userinfo?access_token=${bearer}`)).status).toBe(401);
});

describe('revocation', () => {
  test('ends the consent and all its bearers, only for the app that the token belongs to', async () => {
    const { client } = await newPlayer(service);
    const [first, second] = [await bearerFor(client, app), await bearerWith(client, 'openid')];
    const elsewhere = await bearerFor(client, otherApp);
    const works = async (bearer: string) => (await backend.get('/v1/identity/me', bearing(bearer))).status;
    const revoke = (token: string, headers: Record<string, string>, fields = {}) =>
      backend.post('/oidc/revoke', form({ token, ...fields }), headers);
    expect((await revoke(first, basic(otherApp))).body.error).toBe('invalid_request');
    expect((await revoke(first, basic({ ...app, clientSecret: 'wrong' }))).status).toBe(401);
    expect((await revoke(first, {})).status).toBe(401);
    expect((await revoke('nonsense', basic(app))).status).toBe(200);
    expect((await revoke(client.cookie('pid_access')!, basic(app))).status).toBe(200);
    expect((await revoke(await machineTokenOf(backend, app), basic(app))).body.error).toBe(
      'unsupported_token_type',
    );
    expect([await works(first), await works(second)]).toEqual([200, 200]);
    expect(
      (await revoke(first, {}, { client_id: app.clientId, token_type_hint: 'refresh_token' })).status,
    ).toBe(200);
    expect([await works(first), await works(second), await works(elsewhere)]).toEqual([401, 401, 200]);
    expect((await revoke(first, basic(app))).status).toBe(200);
    expect((await client.get('/v1/identity/me')).status).toBe(200);
  });
});

test('introspection describes only an app’s own tokens, and only if it presents its secret', async () => {
  const { client, pid, handle } = await newPlayer(service);
  const bearer = await bearerWith(client, 'openid profile');
  const machine = await machineTokenOf(backend, app);
  const ask = async (token: string, headers: Record<string, string>, fields = {}) =>
    backend.post('/oidc/introspect', form({ token, ...fields }), headers);
  expect((await ask(bearer, basic(app))).body).toEqual({
    active: true,
    client_id: app.clientId,
    token_type: 'Bearer',
    iss: service.baseUrl,
    iat: expect.any(Number),
    exp: expect.any(Number),
    sub: pid,
    username: handle,
    scope: 'openid profile',
  });
  expect((await ask(machine, basic(app))).body).toMatchObject({ active: true, sub: app.clientId });
  const nothing = { active: false };
  expect((await ask(bearer, basic(otherApp))).body).toEqual(nothing);
  for (const token of ['nonsense', client.cookie('pid_access')!, `${bearer}x`])
    expect((await ask(token, basic(app))).body).toEqual(nothing);
  expect((await ask(bearer, {}, { client_id: app.clientId })).status).toBe(401);
  expect((await ask(bearer, {})).status).toBe(401);
  await client.delete(`/v1/connected-apps/${app.clientId}`);
  expect((await ask(bearer, basic(app))).body).toEqual(nothing);
});

describe('logout', () => {
  const describeLogout = (client: HttpClient, fields: Record<string, string>) =>
    client.get(`/v1/auth/logout?${form(fields).toString()}`);

  test('redirects only to an address of the requesting app; the request alone ends no session', async () => {
    const { client, pid } = await newPlayer(service);
    const named = { client_id: app.clientId, post_logout_redirect_uri: 'https://game.example/bye' };
    expect((await describeLogout(client, { ...named, state: 's&1' })).body).toEqual({
      app: { name: 'Star Game' },
      pid,
      redirectTo: 'https://game.example/bye?state=s%261',
    });
    expect((await describeLogout(client, {})).body).toEqual({ app: null, pid, redirectTo: null });
    for (const broken of [
      { ...named, post_logout_redirect_uri: 'https://evil.example/' },
      { ...named, post_logout_redirect_uri: 'javascript:alert(1)' },
      { ...named, client_id: 'app_000000000000000000000000' },
      { post_logout_redirect_uri: 'https://game.example/bye' },
      { ...named, id_token_hint: 'nonsense' },
    ])
      expect([broken, (await describeLogout(client, broken)).status]).toEqual([broken, 400]);
    const posted = await client.post('/oidc/logout', form(named));
    expect([posted.status, posted.headers.get('location')]).toEqual([
      303,
      `/oidc/logout?${form(named).toString()}`,
    ]);
    expect((await client.browse('/oidc/logout')).headers.get('content-type')).toContain('text/html');
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await client.post('/v1/auth/logout', undefined, foreign)).status).toBe(403);
    expect((await client.get('/v1/identity/me')).status).toBe(200);
  });

  test('identifies the app by an id_token from PID, even an expired one, but not by a forged one', async () => {
    const { client } = await newPlayer(service);
    const { codeVerifier, login } = request();
    const { pidCode } = (await client.post('/v1/auth/authorize', { ...login, decision: 'allow' })).body;
    const hint: string = (await redeem(pidCode, codeVerifier)).body.id_token;
    const address = { post_logout_redirect_uri: 'https://game.example/bye', id_token_hint: hint };
    expect((await describeLogout(client, address)).body.app).toEqual({ name: 'Star Game' });
    expect((await describeLogout(client, { ...address, client_id: otherApp.clientId })).status).toBe(400);
    const [head, , tag] = hint.split('.');
    const claims = Buffer.from(JSON.stringify({ iss: service.baseUrl, aud: otherApp.clientId })).toString(
      'base64url',
    );
    expect((await describeLogout(client, { id_token_hint: `${head}.${claims}.${tag}` })).status).toBe(400);
    service.clock.advanceSeconds(7200);
    expect((await describeLogout(service.client(), address)).body).toMatchObject({ pid: null });
  });
});

test('discovery lists these endpoints and scopes', async () => {
  const { body } = await backend.get('/.well-known/openid-configuration');
  expect(body).toMatchObject({
    revocation_endpoint: `${service.baseUrl}/oidc/revoke`,
    introspection_endpoint: `${service.baseUrl}/oidc/introspect`,
    end_session_endpoint: `${service.baseUrl}/oidc/logout`,
    scopes_supported: ['openid', 'profile', 'balance', 'age'],
  });
});
