import { operations, sharedFields, type Operation } from '@pid/contract';
import { expect, test } from 'vitest';
import {
  allowApp,
  bearing,
  exchange,
  newApp,
  redeemStandard,
  standardLogin,
} from '../packages/server/test/app-helper.ts';
import { newPlayer } from '../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../packages/server/test/test-service.ts';
import { text as english } from '../packages/web/src/kit/i18n/common.en.ts';
import { text as indonesian } from '../packages/web/src/kit/i18n/common.id.ts';

const service = await startTestService();
const { client } = await newPlayer(service);
const app = await newApp(client);
await client.put('/v1/family/birth-month', { birthMonth: '1990-05' });
await client.call('updateProfile', {
  displayName: 'Budi',
  avatarUrl: 'https://game.example/budi.png',
  bio: 'Main terus',
  country: 'ID',
  locale: 'id',
});

const named: Readonly<Record<string, readonly string[]>> = sharedFields;
type Scope = 'any' | 'profile' | 'balance' | 'age';

/** Claims and their names on the consent page. Null: a technical claim that says nothing about the player. */
const claims: Readonly<Record<string, string | null>> = {
  sub: 'pid',
  preferred_username: 'pid',
  name: 'displayName',
  picture: 'avatarUrl',
  locale: 'locale',
  age_band: 'ageBand',
  auth_time: 'signedInAt',
  iss: null,
  aud: null,
  exp: null,
  iat: null,
  at_hash: null,
  nonce: null,
};

/**
 * Replies that the consent page names as a whole. For a new field, check the text of the page and then add it
 * here.
 */
const wholeReplies: Readonly<Record<string, { name: string; fields: readonly string[] }>> = {
  getReadiness: { name: 'readiness', fields: ['canPlay', 'missing'] },
  getBalance: { name: 'balance', fields: ['currency', 'balance', 'held', 'asOf'] },
  getStatement: {
    name: 'statement',
    fields:
      'id type amount balanceAfter counterparty fee app appName payment paymentStatus returned refunded allowance reason item note createdAt'.split(
        ' ',
      ),
  },
};

function fieldsOf({ reply }: Operation): string[] {
  const { properties = {} } = reply as { properties?: Record<string, { items?: { properties: object } }> };
  return Object.keys(properties['items']?.items?.properties ?? properties);
}

function claimsOf(token: string): object {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object;
}

function namesIn(scopes: readonly Scope[]): string[] {
  return scopes.flatMap((scope) => named[scope]!);
}

function assertNamed(received: object, scopes: readonly Scope[]): void {
  for (const claim of Object.keys(received)) {
    expect(claims, `the consent page must name the claim ${claim}`).toHaveProperty(claim);
    const name = claims[claim];
    if (name !== null) expect(namesIn(scopes), claim).toContain(name);
  }
}

test.each(Object.values<Operation>(operations).filter(({ access }) => access === 'reader'))(
  'consent names every field that an app reads with $operationId',
  (operation) => {
    const whole = wholeReplies[operation.operationId];
    const read = whole ? [whole.name] : fieldsOf(operation);
    if (whole) expect(fieldsOf(operation)).toEqual(whole.fields);
    const { readerScope = 'read' } = operation;
    expect(readerScope).not.toBe('read');
    expect(named[readerScope]).toEqual(expect.arrayContaining(read));
  },
);

test.each<[scope: string, scopes: Scope[]]>([
  ['openid', ['any']],
  ['openid profile', ['any', 'profile']],
  ['openid profile balance', ['any', 'profile', 'balance']],
  ['openid age', ['any', 'age']],
])('consent names every claim of %s', async (scope, scopes) => {
  const { codeVerifier, login } = standardLogin(app, { scope, nonce: 'a nonce' });
  const allowed = await client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
  const code = new URL(allowed.body.redirectTo).searchParams.get('code')!;
  const { body: tokens } = await redeemStandard(service.client(), app, code, codeVerifier);
  const userInfo = await service.client().get('/oidc/userinfo', bearing(tokens.access_token));
  expect(userInfo.status).toBe(200);
  assertNamed(claimsOf(tokens.id_token), scopes);
  assertNamed(userInfo.body, scopes);
  if (scopes.includes('age')) expect(userInfo.body).toMatchObject({ age_band: '18+' });
  if (scopes.includes('profile')) expect(userInfo.body).toMatchObject({ name: 'Budi', locale: 'id' });
});

test('consent names every field that our own login returns', async () => {
  const { body } = await exchange(service.client(), app, await allowApp(client, app));
  const { pid, profile, ...token } = body;
  expect(pid).toBeTypeOf('string');
  expect(sharedFields.profile.toSorted()).toEqual(Object.keys(profile).toSorted());
  expect(Object.keys(token).toSorted()).toEqual(['accessToken', 'expiresIn', 'scope', 'tokenType']);
});

test('discovery lists no claim that consent does not name', async () => {
  const { body } = await service.client().get('/.well-known/openid-configuration');
  expect(body.claims_supported.toSorted()).toEqual(Object.keys(claims).toSorted());
});

test.each([
  ['English', english],
  ['Indonesian', indonesian],
])('the %s page has a text for every field and scope', (_language, { login }) => {
  const fields = Object.values(sharedFields).flat();
  expect(Object.keys(login.sharedFields).toSorted()).toEqual(fields.toSorted());
  expect(new Set(Object.values(login.sharedFields)).size).toBe(fields.length);
  expect(Object.keys(login.sharedScopes)).toEqual(Object.keys(sharedFields));
});
