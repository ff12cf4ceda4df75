import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { recipientOf } from '../recipients.ts';
import { startTestService } from '../../test/test-service.ts';

/** How the provider misbehaves in the current test. */
interface Misbehaviour {
  claims?: Record<string, unknown>;
  omit?: string;
  expiresInSeconds?: number;
  key?: KeyObject;
  alg?: string;
  tokenStatus?: number;
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const nonces = new Map<string, string>();
const verifiers: string[] = [];
let misbehaviour: Misbehaviour = {};

const provider = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url!, issuer());
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/.well-known/openid-configuration') {
      return json({
        issuer: issuer(),
        authorization_endpoint: `${issuer()}/auth`,
        token_endpoint: `${issuer()}/token`,
        jwks_uri: `${issuer()}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (url.pathname === '/jwks')
      return json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] });
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    verifiers.push(form.get('code_verifier') ?? '');
    if (misbehaviour.tokenStatus) return json({ error: 'invalid_grant' }, misbehaviour.tokenStatus);
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: issuer(),
      aud: 'client',
      sub: 'subject-1',
      nonce: nonces.get(form.get('code')!),
      email: 'someone@example.com',
      iat: now,
      exp: now + (misbehaviour.expiresInSeconds ?? 300),
      ...misbehaviour.claims,
    };
    if (misbehaviour.omit) delete claims[misbehaviour.omit];
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .sign(misbehaviour.key ?? keys.privateKey);
    return json({ access_token: 'at', token_type: 'Bearer', id_token: idToken });
  })();
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
function issuer(): string {
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
}
afterAll(() => provider.close());

const service = await startTestService({
  PID_PROVIDERS: JSON.stringify([
    { id: 'shady', name: 'Shady', issuer: issuer(), clientId: 'client', clientSecret: 'secret' },
  ]),
});

/** Signs in at the provider, which approves immediately. The test may change the callback address. */
async function signIn(
  client: HttpClient,
  bend: (callback: URL) => void = () => {},
  query = '',
): Promise<{ answer: Answer; callback: URL; authorization: URL }> {
  const start = await client.get(`/v1/auth/signin/shady${query}`);
  const authorization = new URL(start.headers.get('location')!);
  const code = `code-${Math.random()}`;
  nonces.set(code, authorization.searchParams.get('nonce')!);
  const callback = new URL(authorization.searchParams.get('redirect_uri')!);
  callback.search = new URLSearchParams({
    code,
    state: authorization.searchParams.get('state')!,
    iss: issuer(),
  }).toString();
  bend(callback);
  return { answer: await client.get(callback.href), callback, authorization };
}

beforeEach(() => {
  misbehaviour = {};
});

const refusal = { statusCode: 400, message: 'The sign-in could not be completed, sign in again' };

test('a correct response leads to the claim, with PKCE S256, state and nonce sent', async () => {
  const client = service.client();
  const { answer, authorization } = await signIn(client);
  expect(answer.headers.get('location')).toBe('/claim');
  expect(authorization.searchParams.get('code_challenge_method')).toBe('S256');
  expect(authorization.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  expect(verifiers.at(-1)).toMatch(/^[\w-]{43,}$/);
});

describe('a misbehaving provider signs no one in', () => {
  test.each<[string, Misbehaviour]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { omit: 'nonce' }],
    ['another issuer in the id_token', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['an expired id_token', { expiresInSeconds: -600 }],
    [
      'an id_token of the future',
      { claims: { iat: Math.floor(Date.now() / 1000) + 3600, nbf: Math.floor(Date.now() / 1000) + 3600 } },
    ],
    ['a key that is not in its JWKS', { key: otherKeys.privateKey }],
    ['no subject', { omit: 'sub' }],
    ['a refused code', { tokenStatus: 400 }],
  ])('%s', async (_name, wrong) => {
    misbehaviour = wrong;
    const client = service.client();
    const { answer } = await signIn(client);
    expect(answer.body).toEqual(refusal);
    expect([client.cookie('pid_claim'), client.cookie('pid_access')]).toEqual([undefined, undefined]);
  });
});

describe('a callback that does not belong to this browser’s request is refused', () => {
  test.each<[string, (callback: URL) => void]>([
    ['another state', (callback) => callback.searchParams.set('state', 'another')],
    ['no state', (callback) => callback.searchParams.delete('state')],
    ['another iss (RFC 9207)', (callback) => callback.searchParams.set('iss', 'https://evil.example')],
    ['no iss where the provider promised one', (callback) => callback.searchParams.delete('iss')],
    ['no code', (callback) => callback.searchParams.delete('code')],
  ])('%s', async (_name, bend) => {
    const { answer } = await signIn(service.client(), bend);
    expect(answer.body).toEqual(refusal);
  });

  test('replayed, and from a browser that did not start it', async () => {
    const client = service.client();
    const { answer, callback } = await signIn(client);
    expect(answer.status).toBe(302);
    expect((await client.get(callback.href)).body).toEqual(refusal);
    const start = await service.client().get('/v1/auth/signin/shady');
    const state = new URL(start.headers.get('location')!).searchParams.get('state')!;
    expect(
      (
        await service
          .client()
          .get(`/v1/auth/callback/shady?code=x&iss=${encodeURIComponent(issuer())}&state=${state}`)
      ).body,
    ).toEqual(refusal);
  });

  test('from a browser with another cookie, and more than ten minutes after the start', async () => {
    const begin = async (client: HttpClient) => {
      const start = await client.get('/v1/auth/signin/shady');
      const authorization = new URL(start.headers.get('location')!);
      nonces.set('late', authorization.searchParams.get('nonce')!);
      const state = authorization.searchParams.get('state')!;
      const flow = start.headers
        .getSetCookie()
        .find((line) => line.startsWith('pid_flow_'))!
        .split('=')[0]!;
      return {
        flow,
        path: `/v1/auth/callback/shady?code=late&iss=${encodeURIComponent(issuer())}&state=${state}`,
      };
    };
    const owner = service.client();
    const { flow, path } = await begin(owner);
    const thief = service.client();
    thief.setCookie(flow, 'a'.repeat(43));
    expect((await thief.get(path)).body).toEqual(refusal);
    service.clock.advanceSeconds(599);
    expect((await owner.get(path)).headers.get('location')).toBe('/claim');
    const late = await begin(owner);
    service.clock.advanceSeconds(600);
    expect((await owner.get(late.path)).body).toEqual(refusal);
  });

  test('posted with values that are not text', async () => {
    const strange = { a: { toString: 1 } };
    const unknown = await service.client().post('/v1/auth/callback/anything', strange);
    expect([unknown.status, unknown.body.message]).toEqual([404, 'No such sign-in provider']);
    const client = service.client();
    expect((await client.post('/v1/auth/callback/shady', strange)).body).toEqual(refusal);
    const start = await client.get('/v1/auth/signin/shady');
    const state = new URL(start.headers.get('location')!).searchParams.get('state')!;
    const posted = await client.post('/v1/auth/callback/shady', { ...strange, state, code: { toString: 1 } });
    expect(posted.body).toEqual(refusal);
  });

  test('with a redirect to the sign-in page for a browser', async () => {
    const answer = await service
      .client()
      .get('/v1/auth/callback/shady?error=access_denied&state=x', { accept: 'text/html' });
    expect(answer.headers.get('location')).toBe('/signin?error=access_denied');
  });
});

describe('a requested new sign-in', () => {
  const secondsAgo = (seconds: number) => Math.floor(service.clock.nowMillis() / 1000) - seconds;

  test.each(['?prompt=login', '?max_age=0'])('is passed on to the provider: %s', async (query) => {
    const { answer, authorization } = await signIn(service.client(), undefined, query);
    expect([authorization.searchParams.get('prompt'), authorization.searchParams.get('max_age')]).toEqual([
      'login',
      '0',
    ]);
    // Without `auth_time`, the time of the callback counts.
    expect(answer.headers.get('location')).toBe('/claim');
  });

  test('is refused if the provider reports an older one, which is otherwise accepted with its age', async () => {
    misbehaviour = { claims: { sub: 'remembered', auth_time: secondsAgo(3600) } };
    const client = service.client();
    expect((await signIn(client, undefined, '?prompt=login')).answer.body).toEqual(refusal);
    const plain = await signIn(client);
    expect(plain.authorization.searchParams.get('max_age')).toBeNull();
    await client.post('/v1/auth/claim', { handle: 'remembered_one' });
    const refused = await client.delete('/v1/auth/sessions');
    expect(refused.headers.get('pid-error')).toBe('step_up_required; need=recent');

    misbehaviour = { claims: { sub: 'remembered', auth_time: secondsAgo(30) } };
    expect((await signIn(client, undefined, '?prompt=login')).answer.headers.get('location')).toBe('/home');
    expect((await client.delete('/v1/auth/sessions')).body).toEqual({ ok: true });
  });

  test('with a time in the future counts as now, and is no longer recent ten minutes later', async () => {
    misbehaviour = { claims: { sub: 'prophet', auth_time: secondsAgo(-86_400) } };
    const client = service.client();
    await signIn(client);
    await client.post('/v1/auth/claim', { handle: 'prophet' });
    expect((await client.delete('/v1/auth/sessions')).status).toBe(200);
    service.clock.advanceSeconds(601);
    expect((await client.delete('/v1/auth/sessions')).status).toBe(403);
  });
});

test('two tabs of one browser can sign in concurrently', async () => {
  const client = service.client();
  const starts = [await client.get('/v1/auth/signin/shady'), await client.get('/v1/auth/signin/shady')];
  for (const start of starts) {
    const authorization = new URL(start.headers.get('location')!);
    nonces.set('tab', authorization.searchParams.get('nonce')!);
    const answer = await client.get(
      `/v1/auth/callback/shady?code=tab&iss=${encodeURIComponent(issuer())}&state=${authorization.searchParams.get('state')}`,
    );
    expect(answer.headers.get('location')).toBe('/claim');
  }
});

test('a login is identified by issuer and subject, never by its e-mail address', async () => {
  misbehaviour = { claims: { sub: 'alice', email: 'shared@example.com' } };
  const alice = service.client();
  await signIn(alice);
  await alice.post('/v1/auth/claim', { handle: 'alice_by_subject' });
  misbehaviour = { claims: { sub: 'mallory', email: 'shared@example.com' } };
  const mallory = service.client();
  expect((await signIn(mallory)).answer.headers.get('location')).toBe('/claim');
  misbehaviour = { claims: { sub: 'alice', email: 'moved@example.com' } };
  const again = service.client();
  expect((await signIn(again)).answer.headers.get('location')).toBe('/home');
  expect((await again.get('/v1/identity/me')).body.pid).toBe('alice_by_subject@pid');
});

test.each([
  ['unverified', false, 0],
  ['unverified_text', 'false', 0],
  ['verified', true, 1],
  ['silent', undefined, 1],
])('an %s address (email_verified %s) gets security mails: %i', async (sub, email_verified, count) => {
  misbehaviour = { claims: { sub, email_verified } };
  const client = service.client();
  await signIn(client);
  const { pid } = (await client.post('/v1/auth/claim', { handle: sub })).body;
  const addresses = async () =>
    (await recipientOf(service.db, (await findIdentityByPid(service.db, pid))!.id))!.addresses;
  expect(await addresses()).toHaveLength(count);
  // Every sign-in updates the verification status.
  misbehaviour = { claims: { sub, email_verified: false } };
  await signIn(service.client());
  expect(await addresses()).toEqual([]);
});

test('an unknown provider gets 404, and an unreachable one 503', async () => {
  expect((await service.client().get('/v1/auth/signin/nobody')).status).toBe(404);
  const down = await startTestService({
    PID_PROVIDERS: JSON.stringify([
      { id: 'down', issuer: 'http://127.0.0.1:9', clientId: 'c', clientSecret: 's' },
    ]),
  });
  expect((await down.client().get('/v1/auth/signin/down')).body).toEqual({
    statusCode: 503,
    message: 'The sign-in provider does not respond, try again',
  });
});
