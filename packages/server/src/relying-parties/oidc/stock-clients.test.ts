import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { bearing, newApp, type TestApp } from '../../../test/app-helper.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client);
const backend = service.client();

/** Does the same as the hosted page: reads the request from the address and sends the player's Allow. */
async function allowAt(client: HttpClient, address: URL): Promise<URL> {
  expect(address.pathname).toBe('/authorize');
  const described = await client.get(`/v1/auth/authorize${address.search}`);
  if (described.body.redirectTo) return new URL(described.body.redirectTo);
  const answer = await client.post('/v1/auth/authorize', {
    ...Object.fromEntries(address.searchParams),
    decision: 'allow',
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return new URL(answer.body.redirectTo);
}

async function discover(
  clientApp: TestApp,
  authentication?: openid.ClientAuth,
): Promise<openid.Configuration> {
  return openid.discovery(
    new URL(service.baseUrl),
    clientApp.clientId,
    clientApp.clientSecret,
    authentication,
    { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
  );
}

describe('the unmodified openid-client', () => {
  test.each([
    ['client_secret_basic', openid.ClientSecretBasic(app.clientSecret)],
    ['client_secret_post', openid.ClientSecretPost(app.clientSecret)],
    ['none, by PKCE alone', openid.None()],
  ])('signs a player in with %s', async (_name, authentication) => {
    const { client, pid, handle } = await newPlayer(service);
    await client.patch('/v1/profile', {
      displayName: 'Star Player',
      avatarUrl: 'https://a.example/me.png',
      locale: 'id',
    });
    const configuration = await discover(app, authentication);
    const [codeVerifier, state, nonce] = [
      openid.randomPKCECodeVerifier(),
      openid.randomState(),
      openid.randomNonce(),
    ];
    const address = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: app.redirectUri,
      scope: 'openid profile email',
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      max_age: '3600',
    });
    const returned = await allowAt(client, address);
    expect(returned.searchParams.get('iss')).toBe(service.baseUrl);
    const tokens = await openid.authorizationCodeGrant(configuration, returned, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      maxAge: 3600,
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({
      iss: service.baseUrl,
      sub: pid,
      aud: app.clientId,
      preferred_username: handle,
      nonce,
    });
    expect(tokens).toMatchObject({ scope: 'openid profile', expires_in: 2_592_000 });
    const info = await openid.fetchUserInfo(configuration, tokens.access_token, pid);
    expect(info).toEqual({
      sub: pid,
      preferred_username: handle,
      name: 'Star Player',
      picture: 'https://a.example/me.png',
      locale: 'id',
    });
    // The access token is the same read-only bearer that the exchange endpoint issues.
    expect((await backend.get('/v1/identity/me', bearing(tokens.access_token))).body.pid).toBe(pid);
    expect((await backend.get('/v1/auth/sessions', bearing(tokens.access_token))).status).toBe(403);
    expect((await client.get('/v1/connected-apps')).body.items).toHaveLength(1);
  });

  test.each([
    ['openid', 403, 403],
    ['openid profile', 200, 403],
    ['openid balance', 403, 200],
    ['openid read', 200, 200],
  ])(
    'requests %s, which the consent screen shows, and gets nothing more',
    async (scope, profile, balance) => {
      const { client } = await newPlayer(service);
      const configuration = await discover(app);
      const parameters = { redirect_uri: app.redirectUri, scope, state: 'abc' };
      const address = openid.buildAuthorizationUrl(configuration, parameters);
      const granted = scope === 'openid read' ? ['openid', 'profile', 'balance'] : scope.split(' ');
      const described = await client.get(`/v1/auth/authorize${address.search}`);
      expect(described.body.scopes).toEqual(granted);
      const tokens = await openid.authorizationCodeGrant(configuration, await allowAt(client, address), {
        expectedState: 'abc',
      });
      expect(tokens.scope).toBe(granted.join(' '));
      const read = async (path: string) => (await backend.get(path, bearing(tokens.access_token))).status;
      expect([
        await read('/v1/profile'),
        await read('/v1/fiat/balance'),
        await read('/v1/fiat/statement'),
      ]).toEqual([profile, balance, balance]);
    },
  );

  test('signs in with a secret and without PKCE, with a claim during the login', async () => {
    const configuration = await discover(app);
    const address = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: app.redirectUri,
      scope: 'openid',
      state: 'abc',
    });
    const client = service.client();
    await signInAs(client, 'standard@example.com', `${address.pathname}${address.search}`);
    const claimed = await client.post('/v1/auth/claim', { handle: 'standard_one' });
    const tokens = await openid.authorizationCodeGrant(configuration, new URL(claimed.body.redirectTo), {
      expectedState: 'abc',
      idTokenExpected: true,
    });
    expect(tokens.claims()?.sub).toBe('standard_one@pid');
  });

  test('gets access_denied in the standard form', async () => {
    const { client } = await newPlayer(service);
    const configuration = await discover(app);
    const address = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: app.redirectUri,
      scope: 'openid',
      state: 'abc',
    });
    const denied = await client.post('/v1/auth/authorize', {
      ...Object.fromEntries(address.searchParams),
      decision: 'deny',
    });
    await expect(
      openid.authorizationCodeGrant(configuration, new URL(denied.body.redirectTo), { expectedState: 'abc' }),
    ).rejects.toMatchObject({ error: 'access_denied' });
  });
});

test('the unmodified oidc-client-ts signs a player in as a public client', async () => {
  const { client, pid, handle } = await newPlayer(service);
  const stateStore = new WebStorageStateStore({ store: new InMemoryWebStorage() });
  const stock = new OidcClient({
    authority: service.baseUrl,
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'openid profile',
    response_type: 'code',
    loadUserInfo: true,
    stateStore,
  });
  const request = await stock.createSigninRequest({ state: { page: 7 } });
  const returned = await allowAt(client, new URL(request.url));
  const response = await stock.processSigninResponse(returned.href);
  expect(response.profile).toMatchObject({ sub: pid, preferred_username: handle, aud: app.clientId });
  expect(response.userState).toEqual({ page: 7 });
});
