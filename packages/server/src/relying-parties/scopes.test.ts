import { describe, expect, test } from 'vitest';
import {
  allowApp,
  bearing,
  exchange,
  newApp,
  redeemStandard,
  standardLogin,
  type TestApp,
} from '../../test/app-helper.ts';
import type { Answer } from '../../test/http-client.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const { client: developer } = await newPlayer(service);
const app = await newApp(developer, { deviceFlow: true });
/** Its owner does not let it charge. */
const reader = await newApp(developer, { deviceFlow: true });
await developer.patch(`/v1/apps/${reader.clientId}`, { scopes: ['read'] });

const told = ({ status, headers }: Answer) => [status, headers.get('pid-error')?.split(';')[0]];

describe('PID’s own login', () => {
  test.each([
    ['profile', ['profile'], [200, 403]],
    ['balance', ['balance'], [403, 200]],
    ['balance profile', ['profile', 'balance'], [200, 200]],
    ['', [], [403, 403]],
    ['read', ['read'], [200, 200]],
    [undefined, ['read'], [200, 200]],
  ])('with the scope %j shows and grants only that', async (scope, shown, statuses) => {
    const { client, pid } = await newPlayer(service);
    await client.patch('/v1/profile', { displayName: 'Maya' });
    const asked = scope === undefined ? {} : { scope };
    const login = { client_id: app.clientId, redirect_uri: app.redirectUri, ...asked };
    expect((await client.call('describeLogin', login)).scopes).toEqual(shown);
    const { body } = await exchange(client, app, await allowApp(client, app, asked));
    expect(body).toMatchObject({
      pid,
      scope: shown.join(' '),
      profile: { displayName: statuses[0] === 200 ? 'Maya' : null },
    });
    const read = async (path: string) => (await service.client().get(path, bearing(body.accessToken))).status;
    expect(await read('/v1/identity/me')).toBe(200);
    expect([await read('/v1/profile'), await read('/v1/fiat/balance')]).toEqual(statuses);
  });

  test.each([
    ['payments', 'reader'],
    ['profile payments', 'reader'],
    ['payments', 'app'],
  ])('with the scope %j of the %s is refused', async (scope, which) => {
    const { client } = await newPlayer(service);
    const { clientId, redirectUri } = which === 'app' ? app : reader;
    const login = { client_id: clientId, redirect_uri: redirectUri, scope };
    const query = new URLSearchParams(login).toString();
    expect(told(await client.get(`/v1/auth/authorize?${query}`))).toEqual([400, 'invalid_scope']);
    const decided = await client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
    expect(told(decided)).toEqual([400, 'invalid_scope']);
  });
});

describe('a standard client', () => {
  const answered = async (of: TestApp, scope: string) => {
    const { client } = await newPlayer(service);
    const { login, codeVerifier } = standardLogin(of, { scope });
    const { body } = await client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
    const error = new URL(body.redirectTo).searchParams.get('error');
    return error ?? (await redeemStandard(client, of, body.pidCode, codeVerifier)).body.scope;
  };

  test('gets invalid_scope at its address instead of a token without a scope', async () => {
    expect(await answered(reader, 'openid payments')).toBe('invalid_scope');
    expect(await answered(reader, 'payments')).toBe('invalid_scope');
    expect(await answered(app, 'payments')).toBe('invalid_scope');
    // Unknown scopes beside a known one are ignored (RFC 6749, 3.3).
    expect(await answered(app, 'openid payments email')).toBe('openid');
  });

  test('on a device gets invalid_scope with 400', async () => {
    const begin = (of: TestApp, scope: string) =>
      service
        .client()
        .post('/oidc/device_authorization', new URLSearchParams({ client_id: of.clientId, scope }));
    for (const [of, scope] of [
      [reader, 'payments'],
      [reader, 'openid payments'],
      [app, 'payments'],
    ] as const)
      expect(await begin(of, scope)).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    expect((await begin(app, 'openid payments')).status).toBe(200);
  });
});
