import { describe, expect, test } from 'vitest';
import { allowApp, bearerFor, bearing, exchange, newApp, newChallenge } from '../../test/app-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client, { logoUrl: 'https://game.example/logo.png' });
const anonymous = service.client();

function authorizeQuery(fields: Record<string, string> = {}): string {
  return new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    state: 's t&=',
    ...fields,
  }).toString();
}

describe('the consent screen', () => {
  test('shows the app, the return origin and the signed-in player', async () => {
    const { client, pid } = await newPlayer(service);
    const answer = await client.get(`/v1/auth/authorize?${authorizeQuery({ response_mode: 'web_message' })}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      app: {
        name: 'Star Game',
        logoUrl: 'https://game.example/logo.png',
        verified: false,
        rating: null,
        status: 'active',
      },
      origin: 'https://game.example',
      scopes: ['read'],
      pid,
    });
  });

  test('works without a session and with one that has ended', async () => {
    const { client } = await newPlayer(service);
    const stale = client.cookie('pid_access')!;
    await client.post('/v1/auth/logout');
    for (const headers of [{}, { cookie: `pid_access=${stale}` }, { cookie: 'pid_access=nonsense' }]) {
      const answer = await anonymous.get(`/v1/auth/authorize?${authorizeQuery()}`, headers);
      expect(answer.body).toMatchObject({ pid: null, origin: 'https://game.example' });
    }
  });

  test('refuses a duplicate cookie and any bearer', async () => {
    const { client } = await newPlayer(service);
    const bearer = await bearerFor(client, app);
    const cookie = `pid_access=${client.cookie('pid_access')}`;
    expect(
      (await anonymous.get(`/v1/auth/authorize?${authorizeQuery()}`, { cookie: `${cookie}; ${cookie}` }))
        .status,
    ).toBe(401);
    expect((await anonymous.get(`/v1/auth/authorize?${authorizeQuery()}`, bearing(bearer))).status).toBe(403);
    expect((await anonymous.get(`/v1/auth/authorize?${authorizeQuery()}`, bearing('nonsense'))).status).toBe(
      401,
    );
  });

  test.each([
    [{ client_id: 'app_unknown' }, 'client_id must be that of a registered app'],
    [
      { redirect_uri: 'https://evil.example/' },
      /^redirect_uri must lie on an origin.*; https:\/\/evil\.example is not listed$/,
    ],
    [{ redirect_uri: 'https://game.example/#in' }, /^redirect_uri must have no fragment \(#\)$/],
    [
      { redirect_uri: 'https://game.example/?state=1' },
      'redirect_uri must not carry state itself: the answer adds it',
    ],
    [
      { redirect_uri: 'com.example.game:/cb' },
      /^redirect_uri of a custom scheme must be one of the return addresses/,
    ],
    [{ redirect_uri: 'http://game.example/' }, /^redirect_uri must be https; plain http is for http:/],
    [{ response_mode: 'fragment' }, 'response_mode must be one of web_message, query'],
    [
      { code_challenge: 'short', code_challenge_method: 'S256' },
      'code_challenge must be the unpadded base64url of a SHA-256',
    ],
    [
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      'code_challenge_method must be S256, and come with a code_challenge',
    ],
    [
      { code_challenge: 'x'.repeat(43) },
      'code_challenge_method must be S256, and come with a code_challenge',
    ],
    [{ code_challenge_method: 'S256' }, 'code_challenge_method must be S256, and come with a code_challenge'],
  ])('refuses %o without a redirect', async (fields, sentence) => {
    const { client } = await newPlayer(service);
    const described = await client.get(`/v1/auth/authorize?${authorizeQuery(fields)}`);
    const decided = await client.post('/v1/auth/authorize', {
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      ...fields,
      decision: 'allow',
    });
    for (const answer of [described, decided]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ statusCode: 400, message: [expect.stringMatching(sentence)] });
      expect(answer.headers.get('location')).toBeNull();
    }
  });
});

describe('the decision', () => {
  test('to allow returns the code and the redirect address with the code', async () => {
    const { client } = await newPlayer(service);
    const answer = await client.post('/v1/auth/authorize', {
      client_id: app.clientId,
      redirect_uri: `${app.redirectUri}?a=1%20b`,
      state: 's t&=',
      decision: 'allow',
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(['pidCode', 'redirectTo']);
    expect(answer.body.redirectTo).toBe(
      `${app.redirectUri}?a=1%20b&pid_code=${answer.body.pidCode}&state=s+t%26%3D`,
    );
  });

  test('to deny returns error=access_denied, issues nothing and needs no sign-in', async () => {
    const { client } = await newPlayer(service);
    for (const visitor of [client, anonymous]) {
      const answer = await visitor.post('/v1/auth/authorize', {
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        state: 'x',
        decision: 'deny',
      });
      expect(answer.body).toEqual({ redirectTo: `${app.redirectUri}?error=access_denied&state=x` });
    }
    expect((await client.get('/v1/connected-apps')).body.items).toEqual([]);
  });

  test('to allow gets 401 without a session, and 403 for a suspended identity or a foreign origin', async () => {
    const player = await newPlayer(service);
    const body = { client_id: app.clientId, redirect_uri: app.redirectUri, decision: 'allow' };
    expect((await anonymous.post('/v1/auth/authorize', body)).body).toEqual({
      statusCode: 401,
      message: 'Unauthorized',
    });
    expect(
      (await player.client.post('/v1/auth/authorize', body, { origin: 'https://game.example' })).status,
    ).toBe(403);
    await service.db.query(`update identities set status = 'suspended' where handle = $1`, [player.handle]);
    service.clock.advanceSeconds(1);
    expect((await player.client.post('/v1/auth/authorize', body)).body).toEqual({
      statusCode: 403,
      message: 'Identity suspended',
    });
  });

  test('accepts loopback addresses that are not listed', async () => {
    const { client } = await newPlayer(service);
    for (const address of ['http://localhost:5173/any/path', 'http://127.0.0.1/', 'http://[::1]:1/x']) {
      const answer = await client.get(`/v1/auth/authorize?${authorizeQuery({ redirect_uri: address })}`);
      expect(answer.body.origin).toBe(new URL(address).origin);
    }
  });
});

describe('a claim during an app login', () => {
  test('can deny the app, which gets access_denied and no grant', async () => {
    const client = service.client();
    await signInAs(client, 'name.only@example.com', `/authorize?${authorizeQuery()}`);
    const claimed = await client.post('/v1/auth/claim', { handle: 'name_only', decision: 'deny' });
    expect(claimed.body).toEqual({
      ok: true,
      pid: 'name_only@pid',
      redirectTo: 'https://game.example/signed-in?error=access_denied&state=s+t%26%3D',
    });
    expect((await client.get('/v1/connected-apps')).body.items).toEqual([]);
  });

  test('shows the app and counts as consent: the response has the code and the redirect address', async () => {
    const client = service.client();
    const { codeVerifier, fields } = newChallenge();
    const landed = await signInAs(
      client,
      'fresh@example.com',
      `/authorize?${authorizeQuery({ ...fields, response_mode: 'web_message' })}`,
    );
    expect(landed.url).toBe(`${service.baseUrl}/claim`);
    expect((await client.get('/v1/auth/claim')).body.app).toEqual({
      name: 'Star Game',
      cancelTo: 'https://game.example/signed-in?error=access_denied&state=s+t%26%3D',
      logoUrl: 'https://game.example/logo.png',
      verified: false,
      origin: 'https://game.example',
      responseMode: 'web_message',
      scopes: ['read'],
    });
    const claimed = await client.post('/v1/auth/claim', { handle: 'fresh_one' });
    expect(claimed.body).toEqual({
      ok: true,
      pid: 'fresh_one@pid',
      pidCode: expect.any(String),
      redirectTo: expect.any(String),
    });
    expect(claimed.body.redirectTo).toBe(
      `${app.redirectUri}?pid_code=${claimed.body.pidCode}&state=s+t%26%3D`,
    );
    const exchanged = await exchange(anonymous, app, claimed.body.pidCode, { code_verifier: codeVerifier });
    expect(exchanged.body.pid).toBe('fresh_one@pid');
  });

  test('from a standard client shows only the requested scopes', async () => {
    const client = service.client();
    const standard = { response_type: 'code', scope: 'openid profile email' };
    await signInAs(
      client,
      'modest@example.com',
      `/authorize?${authorizeQuery({ ...newChallenge().fields, ...standard })}`,
    );
    expect((await client.get('/v1/auth/claim')).body.app.scopes).toEqual(['openid', 'profile']);
  });

  test('issues no code for a taken handle and can be repeated', async () => {
    const client = service.client();
    await signInAs(client, 'second@example.com', `/authorize?${authorizeQuery()}`);
    expect((await client.post('/v1/auth/claim', { handle: developer.handle })).status).toBe(400);
    expect((await client.post('/v1/auth/claim', { handle: 'second_one' })).body.pidCode).toEqual(
      expect.any(String),
    );
  });

  test('involves no app if the login request is invalid', async () => {
    const client = service.client();
    await signInAs(
      client,
      'third@example.com',
      `/authorize?${authorizeQuery({ redirect_uri: 'https://evil.example/' })}`,
    );
    expect((await client.get('/v1/auth/claim')).body.app).toBeUndefined();
    expect((await client.post('/v1/auth/claim', { handle: 'third_one' })).body).toEqual({
      ok: true,
      pid: 'third_one@pid',
    });
  });
});

describe('connected apps', () => {
  test('are listed, and disconnecting ends all their bearers permanently', async () => {
    const { client, pid } = await newPlayer(service);
    const [first, second] = [await bearerFor(client, app), await bearerFor(client, app)];
    const pending = await allowApp(client, app);
    const listed = await client.get('/v1/connected-apps');
    expect(listed.body).toEqual({
      items: [
        {
          client_id: app.clientId,
          name: 'Star Game',
          logoUrl: 'https://game.example/logo.png',
          verified: false,
          status: 'active',
          connectedAt: expect.any(String),
          lastLoginAt: expect.any(String),
        },
      ],
      nextCursor: null,
    });
    expect((await anonymous.get('/v1/identity/me', bearing(first))).body.pid).toBe(pid);
    expect((await client.delete(`/v1/connected-apps/${app.clientId}`)).body).toEqual({ ok: true });
    expect((await client.delete(`/v1/connected-apps/${app.clientId}`)).status).toBe(404);
    service.clock.advanceSeconds(1);
    for (const token of [first, second])
      expect((await anonymous.get('/v1/identity/me', bearing(token))).status).toBe(401);
    expect((await exchange(anonymous, app, pending)).status).toBe(400);
    const again = await bearerFor(client, app);
    expect((await anonymous.get('/v1/identity/me', bearing(again))).status).toBe(200);
    expect((await anonymous.get('/v1/identity/me', bearing(first))).status).toBe(401);
  });
});
