import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bearerFor, bearing, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { signingKey, signToken, verifyToken, type Audience } from './token-codec.ts';

const service = await startTestService();
const player = await newPlayer(service);
const access = player.client.cookie('pid_access')!;
const me = '/v1/identity/me';
const asCookie = (token: string) => service.client().get(me, { cookie: `pid_access=${token}` });
const asBearer = (token: string) => service.client().get(me, bearing(token));

test('a bearer can neither renew nor end a session, even together with its cookies', async () => {
  const { client } = await newPlayer(service);
  const bearer = await bearerFor(client, await newApp(client));
  for (const path of ['/v1/auth/refresh', '/v1/auth/logout'])
    for (const caller of [service.client(), client]) {
      const answer = await caller.post(path, undefined, bearing(bearer));
      expect([path, answer.status, answer.body.message]).toEqual([path, 403, 'Read-only token']);
      expect((await caller.post(path, undefined, bearing('x'))).status).toBe(401);
    }
  expect((await client.get(me)).status).toBe(200);
});

test('an access token is not accepted as a bearer, nor a bearer as a cookie, even when cached', async () => {
  const bearer = await bearerFor(player.client, await newApp(player.client));
  for (const round of ['read', 'remembered']) {
    expect([round, (await asCookie(access)).status, (await asBearer(bearer)).status]).toEqual([
      round,
      200,
      200,
    ]);
    expect([round, (await asBearer(access)).status, (await asCookie(bearer)).status]).toEqual([
      round,
      401,
      401,
    ]);
  }
});

test('a token is valid only for its issuer, its audience and its lifetime', () => {
  const key = signingKey('kid', Buffer.alloc(32, 7));
  const claims = { iss: 'https://pid.example', aud: 'app', sub: 'app', iat: 0, exp: 100 } as const;
  const verify = (expected: Partial<{ issuer: string; audience: Audience; nowSeconds: number }>) =>
    verifyToken(
      signToken(key, claims),
      { issuer: 'https://pid.example', audience: 'app', nowSeconds: 99, ...expected },
      (kid) => (kid === 'kid' ? key : undefined),
    );
  expect(verify({})).toEqual(claims);
  expect(verify({ issuer: 'https://other.example' })).toBeNull();
  expect(verify({ audience: 'bearer' })).toBeNull();
  expect(verify({ nowSeconds: 100 })).toBeNull();
});

test('a token has one spelling: nothing after it, between its characters or in its last bits is ignored', async () => {
  const [head, claims, signature] = access.split('.') as [string, string, string];
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(signature.at(-1)!);
  const twins = [1, 2, 3].map((bits) => signature.slice(0, -1) + alphabet[last ^ bits]);
  expect(Buffer.from(twins[0]!, 'base64url').equals(Buffer.from(signature, 'base64url'))).toBe(true);
  const spellings = [
    ...twins,
    `${signature}=`,
    `${signature}!`,
    `${signature}${'.'.repeat(3)}`,
    `${'!'.repeat(8000)}${signature}`,
    `${signature.slice(0, 20)}${'*'.repeat(8000)}${signature.slice(20)}`,
    signature.replaceAll('-', '+').replaceAll('_', '/').concat(' '.repeat(4), 'x'),
  ];
  expect((await asCookie(access)).status).toBe(200);
  for (const spelling of spellings)
    expect([spelling.slice(0, 60), (await asCookie(`${head}.${claims}.${spelling}`)).status]).toEqual([
      spelling.slice(0, 60),
      401,
    ]);
});

/** Uses node:http, because `fetch` sets these browser headers itself. */
async function send(method: string, path: string, headers: Record<string, string>) {
  const sent = request(new URL(path, service.baseUrl), {
    method,
    headers: { cookie: `pid_access=${access}`, 'content-type': 'application/json', ...headers },
  });
  sent.end(method === 'GET' ? undefined : '{}');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, text: await text(answer) };
}

const fromElsewhere = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };

test.each([
  ['a form of another site, which navigates', fromElsewhere],
  ['the same with its origin', { ...fromElsewhere, origin: 'https://evil.example' }],
  ['a sibling host that hides its origin', { 'sec-fetch-site': 'same-site' }],
])('%s cannot write with the cookie', async (_name, headers) => {
  for (const [method, path] of [
    ['POST', '/v1/auth/logout'],
    ['PATCH', '/v1/profile'],
    ['DELETE', '/v1/auth/sessions'],
  ] as const)
    expect([method, (await send(method, path, headers)).text]).toEqual([
      method,
      '{"statusCode":403,"message":"Cross-origin request refused"}',
    ]);
});

test('a link from another site may read, but other cross-site reads are refused', async () => {
  expect((await send('GET', me, fromElsewhere)).status).toBe(200);
  expect((await send('GET', me, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).status).toBe(
    403,
  );
  expect((await send('GET', me, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
});

/** A browser that has only this refresh token. */
function tabWith(refresh: string) {
  const tab = service.client();
  tab.setCookie('pid_refresh', refresh);
  return tab;
}

test('twenty concurrent refreshes, many of them waiting for a lock, get the same successor', async () => {
  const { client, handle } = await newPlayer(service);
  const refresh = client.cookie('pid_refresh')!;
  const racing = await service.db.transaction(async (tx) => {
    await tx.query(
      'select from sessions where identity_id = (select id from identities where handle = $1) for update',
      [handle],
    );
    const started = Array.from({ length: 20 }, async () => {
      const tab = tabWith(refresh);
      return { status: (await tab.post('/v1/auth/refresh')).status, token: tab.cookie('pid_refresh') };
    });
    await untilBlocked(service.db, 5);
    return { answers: Promise.all(started) };
  });
  const answers = await racing.answers;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const successors = answers.map(({ token }) => token);
  expect(new Set(successors).size).toBe(1);
  expect((await tabWith(successors[0]!).post('/v1/auth/refresh')).status).toBe(200);
});

test('a refresh that runs while its session is being ended waits and is refused', async () => {
  const { client, handle } = await newPlayer(service);
  const { refresh } = await service.db.transaction(async (tx) => {
    await tx.query(
      "update sessions set ended_at = now(), end_reason = 'ended' where identity_id = (select id from identities where handle = $1)",
      [handle],
    );
    const meeting = client.post('/v1/auth/refresh');
    await Promise.race([untilBlocked(service.db), meeting]);
    return { refresh: meeting };
  });
  expect((await refresh).status).toBe(401);
});
