import { randomUUID } from 'node:crypto';
import type { Input } from '@pid/contract';
import { describe, expect, test } from 'vitest';
import {
  allowApp,
  bearerFor,
  bearing,
  exchange,
  machineTokenOf,
  newApp,
  newChallenge,
  type TestApp,
} from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { reactivateIdentity, suspendIdentity } from '../identity/index.ts';
import { sha256 } from '../platform/hash.ts';
import { spendCodes, type Presentation } from './codes.store.ts';

const service = await startTestService();
const otherNode = await startTestService({ PID_BASE_URL: service.baseUrl }, service);
const developer = await newPlayer(service);
const app = await newApp(developer.client);
const otherApp = await newApp(developer.client);
const backend = service.client();
const invalid = { statusCode: 400, message: 'Login code is invalid, spent or expired' };
const unauthorized = { statusCode: 401, message: 'Unauthorized' };

function presentationOf(code: string, its: TestApp = app): Presentation {
  const secretHash = sha256(its.clientSecret);
  const own = { hash: sha256(code), clientId: its.clientId, secretHash, attempt: randomUUID() };
  return { ...own, protocol: 'pid', codeChallenge: null, redirectUri: null };
}

async function reuses(pid: string): Promise<number> {
  const { rows } = await service.db.query(
    `select from audit_events e join identities i on i.id = e.identity_id where i.handle || '@pid' = $1 and e.action = 'login_code.reused'`,
    [pid],
  );
  return rows.length;
}

describe('a login code', () => {
  test('is exchanged for pid, profile and a read-only bearer that lasts 30 days', async () => {
    const { client, pid } = await newPlayer(service);
    await client.patch('/v1/profile', { displayName: 'Star Player' });
    const answer = await exchange(backend, app, await allowApp(client, app));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      pid,
      profile: { displayName: 'Star Player', avatarUrl: null, bio: null, country: null, locale: null },
      accessToken: expect.any(String),
      tokenType: 'Bearer',
      scope: 'read',
      expiresIn: 2_592_000,
    });
    const me = await backend.get('/v1/identity/me', bearing(answer.body.accessToken));
    expect(me.body.pid).toBe(pid);
  });

  test('is stored only as a hash', async () => {
    const { client } = await newPlayer(service);
    const code = await allowApp(client, app);
    const { rows } = await service.db.query<{ dump: string }>(
      'select login_codes::text as dump from login_codes',
    );
    expect(rows.some((row) => row.dump.includes(code))).toBe(false);
  });

  test('is single-use; its second use is refused and audited once', async () => {
    const { client, pid } = await newPlayer(service);
    const code = await allowApp(client, app);
    expect((await exchange(backend, app, code)).status).toBe(200);
    expect((await exchange(backend, app, code)).body).toEqual(invalid);
    expect((await exchange(backend, app, code)).body).toEqual(invalid);
    expect(await reuses(pid)).toBe(1);
  });

  test('is given to exactly one of 20 concurrent exchanges on two nodes', async () => {
    const { client, pid } = await newPlayer(service);
    const { codeVerifier, fields } = newChallenge();
    const code = await allowApp(client, app, fields);
    const nodes = [service.client(), otherNode.client()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        exchange(nodes[index % 2]!, app, code, { code_verifier: codeVerifier }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(19);
    expect(await reuses(pid)).toBe(1);
  });

  test('is refused for another app and stays valid for its own app', async () => {
    const { client } = await newPlayer(service);
    const code = await allowApp(client, app);
    expect((await exchange(backend, otherApp, code)).body).toEqual(invalid);
    expect((await exchange(backend, app, code)).status).toBe(200);
  });

  test('stays usable for the attempt that consumed it, if that attempt lost its connection', async () => {
    const { client, pid } = await newPlayer(service);
    const first = presentationOf(await allowApp(client, app));
    const [spent] = await spendCodes(service.db, [first], service.clock.now());
    expect(spent).toMatchObject({ handle: pid.replace('@pid', '') });
    expect(await spendCodes(service.db, [first], service.clock.now())).toEqual([spent]);
    const other = { ...first, attempt: randomUUID() };
    expect(await spendCodes(service.db, [other], service.clock.now())).toEqual(['invalid']);
  });

  test('gets its own outcome in a batch with other codes', async () => {
    const paused = await newApp(developer.client);
    const [alice, budi] = [await newPlayer(service), await newPlayer(service)];
    const codes = [
      presentationOf('unknown'),
      presentationOf(await allowApp(budi.client, app)),
      { ...presentationOf(await allowApp(alice.client, app)), secretHash: sha256('wrong') },
      presentationOf(await allowApp(alice.client, paused), paused),
      presentationOf(await allowApp(alice.client, app)),
    ];
    await service.db.query('update apps set paused_at = now() where client_id = $1', [paused.clientId]);
    expect(await spendCodes(service.db, codes, service.clock.now())).toMatchObject([
      'invalid',
      { handle: budi.pid.replace('@pid', '') },
      'unauthorized',
      'paused',
      { handle: alice.pid.replace('@pid', '') },
    ]);
  });

  test('expires after 5 minutes', async () => {
    const { client } = await newPlayer(service);
    const [early, late] = [await allowApp(client, app), await allowApp(client, app)];
    service.clock.advanceSeconds(298);
    expect((await exchange(backend, app, early)).status).toBe(200);
    service.clock.advanceSeconds(3);
    expect((await exchange(backend, app, late)).body).toEqual(invalid);
  });

  test('with a challenge needs its verifier, even with the right secret', async () => {
    const { client } = await newPlayer(service);
    const { codeVerifier, fields } = newChallenge();
    const code = await allowApp(client, app, fields);
    expect((await exchange(backend, app, code, {})).body).toEqual(invalid);
    expect((await exchange(backend, app, code, { code_verifier: newChallenge().codeVerifier })).body).toEqual(
      invalid,
    );
    expect((await exchange(backend, app, code)).body).toEqual(invalid);
    expect(
      (await exchange(backend, app, code, { code_verifier: codeVerifier, client_secret: 'wrong' })).body,
    ).toEqual(unauthorized);
    expect((await exchange(backend, app, code, { code_verifier: codeVerifier })).status).toBe(200);
  });

  test('without a challenge refuses a verifier, with and without the secret', async () => {
    const { client } = await newPlayer(service);
    const { codeVerifier } = newChallenge();
    const code = await allowApp(client, app);
    expect((await exchange(backend, app, code, { code_verifier: codeVerifier })).body).toEqual(invalid);
    expect(
      (await exchange(backend, app, code, { code_verifier: codeVerifier, client_secret: app.clientSecret }))
        .body,
    ).toEqual(invalid);
  });

  test('without a challenge needs the right secret', async () => {
    const { client } = await newPlayer(service);
    const code = await allowApp(client, app);
    expect((await exchange(backend, app, code, {})).body).toEqual(unauthorized);
    expect((await exchange(backend, app, code, { client_secret: otherApp.clientSecret })).body).toEqual(
      unauthorized,
    );
    expect((await exchange(backend, { ...app, clientId: 'app_unknown' }, code)).body).toEqual(unauthorized);
    expect((await exchange(backend, app, code)).status).toBe(200);
  });

  test('ends when the identity is suspended, even if the suspension is lifted', async () => {
    const player = await newPlayer(service);
    const code = await allowApp(player.client, app);
    const deps = { db: service.db, clock: service.clock, erasers: [] };
    await suspendIdentity(deps, { pid: player.pid, actor: 'cli', origin: null });
    expect((await exchange(backend, app, code)).body).toEqual(invalid);
    await reactivateIdentity(deps, { pid: player.pid, actor: 'cli', origin: null });
    expect((await exchange(backend, app, code)).body).toEqual(invalid);
  });

  test('ends when its origin is removed', async () => {
    const { client } = await newPlayer(service);
    const moving = await newApp(developer.client);
    const code = await allowApp(client, moving);
    await developer.client.patch(`/v1/apps/${moving.clientId}`, { origins: ['https://moved.example'] });
    expect((await exchange(backend, moving, code)).body).toEqual(invalid);
  });

  test('an invalid body gets one message for each broken rule', async () => {
    const answer = await backend.post('/v1/auth/exchange', { code: '', code_verifier: 'short', extra: 1 });
    expect(answer.body).toEqual({
      statusCode: 400,
      message: expect.arrayContaining([
        'client_id is required',
        'code must not be empty',
        'code_verifier must be 43-128 characters of letters, digits and -._~',
        'extra is not a known field',
      ]),
    });
  });
});

describe('a bearer of a player', () => {
  test('reads identity and profile, and nothing else', async () => {
    const { client } = await newPlayer(service);
    const headers = bearing(await bearerFor(client, app));
    for (const path of ['/v1/identity/me', '/v1/profile'])
      expect((await backend.get(path, headers)).status).toBe(200);
    const refused = { statusCode: 403, message: 'Read-only token' };
    for (const path of [
      '/v1/identity/credentials',
      '/v1/auth/sessions',
      '/v1/apps',
      `/v1/apps/${app.clientId}`,
      '/v1/connected-apps',
      '/v1/identity/activity',
      '/v1/identity/export',
    ]) {
      expect((await backend.get(path, headers)).body).toEqual(refused);
    }
    expect((await backend.patch('/v1/profile', { bio: 'x' }, headers)).body).toEqual(refused);
    expect((await backend.post('/v1/apps', {}, headers)).body).toEqual(refused);
    expect((await backend.delete(`/v1/connected-apps/${app.clientId}`, undefined, headers)).body).toEqual(
      refused,
    );
    expect((await backend.post('/v1/auth/authorize', {}, headers)).body).toEqual(refused);
  });

  test('gets 401 on every node within a second of a suspension, even after it is lifted', async () => {
    const player = await newPlayer(service);
    const headers = bearing(await bearerFor(player.client, app));
    const nodes = [service.client(), otherNode.client()];
    for (const node of nodes) expect((await node.get('/v1/identity/me', headers)).status).toBe(200);
    const deps = { db: service.db, clock: service.clock, erasers: [] };
    await suspendIdentity(deps, { pid: player.pid, actor: 'cli', origin: null });
    service.clock.advanceSeconds(1);
    for (const node of nodes) expect((await node.get('/v1/identity/me', headers)).body).toEqual(unauthorized);
    await reactivateIdentity(deps, { pid: player.pid, actor: 'cli', origin: null });
    service.clock.advanceSeconds(1);
    for (const node of nodes) expect((await node.get('/v1/identity/me', headers)).body).toEqual(unauthorized);
  });

  test('survives a sign-out and expires after 30 days', async () => {
    const { client } = await newPlayer(service);
    const headers = bearing(await bearerFor(client, app));
    await client.post('/v1/auth/logout');
    expect((await backend.get('/v1/identity/me', headers)).status).toBe(200);
    service.clock.advanceSeconds(30 * 86_400 - 5);
    expect((await backend.get('/v1/identity/me', headers)).status).toBe(200);
    service.clock.advanceSeconds(10);
    expect((await backend.get('/v1/identity/me', headers)).body).toEqual(unauthorized);
  });
});

test.each(['/v1/auth/exchange', '/oidc/token'])(
  'the owner of an app reads why %s refused a code; the answer says it to nobody',
  async (path) => {
    const owner = await newPlayer(service);
    const own = await newApp(owner.client);
    const { client } = await newPlayer(service);
    const isStandard = path === '/oidc/token';
    const allow = (its: TestApp, fields: Partial<Input<'decideLogin'>> = {}) =>
      allowApp(client, its, isStandard ? { response_type: 'code', scope: 'openid', ...fields } : fields);
    const present = (code: string, fields: Record<string, string>) => {
      const grant = {
        grant_type: 'authorization_code',
        client_id: own.clientId,
        redirect_uri: own.redirectUri,
      };
      return isStandard
        ? backend.post(path, new URLSearchParams({ ...grant, code, ...fields }))
        : exchange(backend, own, code, fields);
    };
    const secret = { client_secret: own.clientSecret };
    const { codeVerifier, fields } = newChallenge();
    const [plain, challenged, foreign] = [await allow(own), await allow(own, fields), await allow(app)];
    const reasons: string[] = [];
    const answers = new Set<string>();
    const refuses = async (why: string, code: string, proof: Record<string, string> = secret) => {
      const { status, body } = await present(code, proof);
      expect([400, 401]).toContain(status);
      answers.add(JSON.stringify(body));
      reasons.push(why);
    };
    await refuses('unknown', 'no such code');
    await refuses('wrong_client', foreign);
    await refuses('wrong_secret', plain, { client_secret: 'wrong' });
    await refuses('secret_missing', plain, {});
    await refuses('verifier_unexpected', plain, { code_verifier: codeVerifier });
    await refuses('verifier_missing', challenged);
    await refuses('wrong_verifier', challenged, { code_verifier: newChallenge().codeVerifier });
    if (isStandard)
      for (const address of ['https://game.example/elsewhere', 'https://elsewhere.example/'])
        await refuses('wrong_redirect_uri', plain, { ...secret, redirect_uri: address });
    expect((await present(plain, secret)).status).toBe(200);
    await refuses('spent', plain);
    service.clock.advanceSeconds(301);
    await refuses('expired', challenged, { code_verifier: codeVerifier });
    // The client is refused, or the code is.
    expect(answers.size).toBe(2);
    if (!isStandard)
      expect([...answers].map((body) => JSON.parse(body) as unknown)).toEqual([invalid, unauthorized]);
    const { requests } = await owner.client.call('getAppActivity', { client_id: own.clientId });
    expect(requests.flatMap(({ reason }) => reason ?? []).toReversed()).toEqual(reasons);
  },
);

test('a refused token says in pid-error what the operation requires', async () => {
  const { client } = await newPlayer(service);
  const bearer = bearing(await bearerFor(client, app));
  const machine = bearing(await machineTokenOf(backend, app));
  const asked = async (operation: Promise<{ headers: Headers }>) =>
    (await operation).headers.get('pid-error');
  const need = (what: string) => `read_only_token; need=${what}`;
  expect(await asked(backend.get('/v1/passkeys', bearer))).toBe(need('session'));
  expect(await asked(backend.get(`/v1/apps/${app.clientId}/events`, bearer))).toBe(need('machine_token'));
  expect(await asked(backend.get('/v1/passkeys', machine))).toBe(need('session'));
  expect(await asked(backend.get('/v1/identity/me', machine))).toBe(need('bearer'));
  expect(await asked(backend.post(`/v1/apps/${app.clientId}/payments`, {}, machine))).toBe(need('payments'));
});

describe('a machine token', () => {
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({ grant_type: 'client_credentials', ...fields });
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${app.clientId}:${secret}`).toString('base64')}`,
  });

  test('is issued for form and JSON bodies, with HTTP Basic or body fields', async () => {
    const answers = [
      await backend.post(
        '/v1/auth/token',
        form({ client_id: app.clientId, client_secret: app.clientSecret }),
      ),
      await backend.post('/v1/auth/token', {
        grant_type: 'client_credentials',
        client_id: app.clientId,
        client_secret: app.clientSecret,
        audience: 'ignored',
      }),
      await backend.post('/v1/auth/token', form({}), basic(app.clientSecret)),
      await backend.post('/v1/auth/token', { grant_type: 'client_credentials' }, basic(app.clientSecret)),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      const token = { token_type: 'Bearer', expires_in: 3600, scope: 'read' };
      expect(answer.body).toEqual({ access_token: expect.any(String), ...token });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is refused with 401 for a bad secret, an unknown client or two secrets, and with 400 for another grant type', async () => {
    const refusals = [
      await backend.post('/v1/auth/token', form({ client_id: app.clientId, client_secret: 'wrong' })),
      await backend.post(
        '/v1/auth/token',
        form({ client_id: 'app_unknown', client_secret: app.clientSecret }),
      ),
      await backend.post('/v1/auth/token', form({ client_id: app.clientId })),
      await backend.post('/v1/auth/token', form({}), basic('wrong')),
      await backend.post(
        '/v1/auth/token',
        form({ client_id: app.clientId, client_secret: app.clientSecret }),
        basic(app.clientSecret),
      ),
    ];
    for (const answer of refusals) expect(answer.body).toEqual(unauthorized);
    expect((await backend.post('/v1/auth/token', { grant_type: 'password' })).body).toEqual({
      statusCode: 400,
      message: ['grant_type must be one of client_credentials'],
    });
  });

  test('reads its own app, but neither app lists nor player data', async () => {
    const headers = bearing(await machineTokenOf(backend, app));
    expect((await backend.get(`/v1/apps/${app.clientId}`, headers)).body.client_id).toBe(app.clientId);
    for (const path of ['/v1/identity/me', '/v1/profile', '/v1/apps', '/v1/connected-apps']) {
      expect((await backend.get(path, headers)).body).toEqual({
        statusCode: 403,
        message: 'Read-only token',
      });
    }
  });

  test('ends with the secret that it was issued for, and after an hour', async () => {
    const { client: owner } = await newPlayer(service);
    const rotating = await newApp(owner);
    const first = await machineTokenOf(backend, rotating);
    const rotated = await owner.post(`/v1/apps/${rotating.clientId}/secret`);
    service.clock.advanceSeconds(1);
    expect((await backend.get(`/v1/apps/${rotating.clientId}`, bearing(first))).body).toEqual(unauthorized);
    await expect(machineTokenOf(backend, rotating)).rejects.toThrow('Unauthorized');
    const second = await machineTokenOf(backend, { ...rotating, clientSecret: rotated.body.client_secret });
    expect((await backend.get(`/v1/apps/${rotating.clientId}`, bearing(second))).status).toBe(200);
    service.clock.advanceSeconds(3601);
    expect((await backend.get(`/v1/apps/${rotating.clientId}`, bearing(second))).body).toEqual(unauthorized);
  });
});
