import { describe, expect, test } from 'vitest';
import { bearerFor, bearing, newApp, newChallenge } from '../../../test/app-helper.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { randomIds } from '../../platform/ids.ts';
import { rotateIdTokenKey } from '../index.ts';

const service = await startTestService();
const otherNode = await startTestService({ PID_BASE_URL: service.baseUrl }, service);
const developer = await newPlayer(service);
const app = await newApp(developer.client);
const backend = service.client();

interface StandardLogin {
  readonly code: string;
  readonly codeVerifier: string;
}

async function standardLogin(fields: Record<string, string> = {}): Promise<StandardLogin> {
  const { client } = await newPlayer(service);
  const { codeVerifier, fields: challenge } = newChallenge();
  const answer = await client.post('/v1/auth/authorize', {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'openid',
    ...challenge,
    ...fields,
    decision: 'allow',
  });
  return { code: answer.body.pidCode, codeVerifier };
}

function redeem(
  { code, codeVerifier }: StandardLogin,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
  node = backend,
) {
  return node.post(
    '/oidc/token',
    new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
      redirect_uri: app.redirectUri,
      client_id: app.clientId,
      ...fields,
    }),
    headers,
  );
}

describe('the token endpoint', () => {
  test.each([
    ['another address', { redirect_uri: 'https://game.example/elsewhere' }, 400, 'invalid_grant'],
    ['a foreign address', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_grant'],
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['another code', { code: 'nonsense' }, 400, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'app_unknown' }, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
    ['no address', { redirect_uri: '' }, 400, 'invalid_request'],
  ])(
    'refuses %s with the error of its RFC, and the code stays valid',
    async (_name, fields, status, error) => {
      const login = await standardLogin();
      const refused = await redeem(login, fields);
      expect(refused.status).toBe(status);
      expect(refused.body).toEqual({ error, error_description: expect.any(String) });
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect((await redeem(login)).status).toBe(200);
    },
  );

  test('requests Basic authentication again after a wrong Basic header', async () => {
    const login = await standardLogin();
    const refused = await redeem(
      login,
      {},
      { authorization: `Basic ${Buffer.from(`${app.clientId}:wrong`).toString('base64')}` },
    );
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test('redeems a code once for 20 concurrent requests on two nodes', async () => {
    const login = await standardLogin();
    const nodes = [service.client(), otherNode.client()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem(login, {}, {}, nodes[index % 2])),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.error === 'invalid_grant')).toHaveLength(19);
  });

  test('and the exchange endpoint refuse each other’s codes', async () => {
    const login = await standardLogin();
    expect(
      (
        await backend.post('/v1/auth/exchange', {
          client_id: app.clientId,
          code: login.code,
          code_verifier: login.codeVerifier,
        })
      ).status,
    ).toBe(400);
    const { client } = await newPlayer(service);
    const { codeVerifier, fields } = newChallenge();
    const own = await client.post('/v1/auth/authorize', {
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      ...fields,
      decision: 'allow',
    });
    expect((await redeem({ code: own.body.pidCode, codeVerifier })).body.error).toBe('invalid_grant');
  });

  test('issues no id_token without the scope openid', async () => {
    const answer = await redeem(await standardLogin({ scope: 'profile' }));
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 2_592_000,
      scope: 'profile',
    });
  });

  test('responds to unreadable and oversized bodies with the error of its RFC', async () => {
    expect((await backend.post('/oidc/token', '{', {})).body).toMatchObject({ error: 'invalid_request' });
    expect(
      (await backend.post('/oidc/token', new URLSearchParams({ code: 'x'.repeat(70_000) }))).body,
    ).toMatchObject({ error: 'invalid_request' });
  });
});

describe('a login request that cannot be granted', () => {
  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    [{ request: 'e30.e30.' }, 'request_not_supported'],
    [{ request_uri: 'https://game.example/request' }, 'request_uri_not_supported'],
    [{ prompt: 'none' }, 'consent_required'],
    [{ prompt: 'none login' }, 'invalid_request'],
  ])('redirects to the app with an error: %j', async (fields, error) => {
    const { client } = await newPlayer(service);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      state: 's',
      scope: 'openid',
      ...fields,
    });
    if (query.get('response_type') === '') query.delete('response_type');
    const described = await client.get(`/v1/auth/authorize?${query.toString()}`);
    const address = new URL(described.body.redirectTo);
    expect(Object.fromEntries(address.searchParams)).toEqual({ error, state: 's', iss: service.baseUrl });
    expect(address.origin).toBe('https://game.example');
  });

  test('does not include one with unknown parameters or scopes', async () => {
    const { client } = await newPlayer(service);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      scope: 'email profile openid',
      display: 'popup',
      ui_locales: 'id en',
      claims_locales: 'id',
      login_hint: 'buffy',
      acr_values: '1 2',
      extra: 'foobar',
    });
    const { status, body } = await client.get(`/v1/auth/authorize?${query.toString()}`);
    expect([status, body.redirectTo]).toEqual([200, undefined]);
  });

  test('never redirects to an address that does not belong to the app', async () => {
    const query = new URLSearchParams({
      response_type: 'nonsense',
      client_id: app.clientId,
      redirect_uri: 'https://evil.example/',
    });
    const described = await backend.get(`/v1/auth/authorize?${query.toString()}`);
    expect(described.status).toBe(400);
    expect(described.body).toEqual({ statusCode: 400, message: [expect.stringContaining('is not listed')] });
  });

  test('gets login_required for prompt=none without a session', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      prompt: 'none',
    });
    expect((await backend.get(`/v1/auth/authorize?${query.toString()}`)).body.redirectTo).toContain(
      'error=login_required',
    );
  });
});

test('max_age and prompt=login request a new sign-in, and max_age is enforced', async () => {
  const { client, email } = await newPlayer(service);
  service.clock.advanceSeconds(120);
  await client.post('/v1/auth/refresh');
  const fields = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'openid',
    max_age: '60',
  };
  const query = new URLSearchParams(fields).toString();
  expect((await client.get(`/v1/auth/authorize?${query}`)).body.signInAgain).toBe(true);
  expect((await client.post('/v1/auth/authorize', { ...fields, decision: 'allow' })).body).toEqual({
    statusCode: 403,
    message: 'Sign in again',
  });
  await signInAs(client, email, `/authorize?${query}`);
  expect((await client.get(`/v1/auth/authorize?${query}`)).body.signInAgain).toBeUndefined();
  expect((await client.post('/v1/auth/authorize', { ...fields, decision: 'allow' })).status).toBe(200);
  expect((await client.get(`/v1/auth/authorize?${query}&prompt=login`)).body.signInAgain).toBe(true);
});

test('userinfo refuses a missing, invalid or ended bearer and a cookie as RFC 6750 requires', async () => {
  const { client } = await newPlayer(service);
  const bearer = await bearerFor(client, app);
  expect((await backend.get('/oidc/userinfo', bearing(bearer))).status).toBe(200);
  expect((await backend.post('/oidc/userinfo', undefined, bearing(bearer))).status).toBe(200);
  await client.delete(`/v1/connected-apps/${app.clientId}`);
  service.clock.advanceSeconds(1);
  for (const answer of [
    await backend.get('/oidc/userinfo'),
    await client.get('/oidc/userinfo'),
    await backend.get('/oidc/userinfo', bearing(bearer)),
    await backend.get('/oidc/userinfo', bearing('nonsense')),
  ]) {
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe('invalid_token');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="PID", error="invalid_token"');
  }
});

test('a posted login request is redirected to the page', async () => {
  const answer = await backend.post(
    '/authorize',
    new URLSearchParams({ response_type: 'code', client_id: app.clientId, state: 'a b' }),
    { origin: 'https://game.example' },
  );
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(
    `/authorize?response_type=code&client_id=${app.clientId}&state=a+b`,
  );
});

test('a rotated key stops signing and stays published; a revoked key is withdrawn; the next key is published in advance', async () => {
  const kids = async (node: HttpClient): Promise<string[]> =>
    (await node.get('/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid);
  const kidOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString('utf8')).kid;
  const published = await backend.get('/.well-known/jwks.json');
  for (const key of published.body.keys)
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  const before = await kids(backend);
  expect(before).toHaveLength(2);
  expect((await kids(otherNode.client())).toSorted()).toEqual(before.toSorted());
  const firstKid = kidOf((await redeem(await standardLogin())).body.id_token);
  const deps = { ...service, ids: randomIds };
  await rotateIdTokenKey(deps, false);
  await expect.poll(async () => (await kids(backend)).length).toBe(3);
  const secondKid = kidOf((await redeem(await standardLogin())).body.id_token);
  expect(secondKid).not.toBe(firstKid);
  expect(before).toContain(secondKid);
  expect(await kids(backend)).toContain(firstKid);
  const known = await kids(backend);
  await rotateIdTokenKey(deps, true);
  // The retired key and the next key were stored with the leaked key, so all three are withdrawn.
  await expect.poll(async () => (await kids(backend)).filter((kid) => known.includes(kid))).toEqual([]);
  expect(before).not.toContain(kidOf((await redeem(await standardLogin())).body.id_token));
});
