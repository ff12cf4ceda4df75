import { createPrivateKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  bearing,
  exchange,
  machineTokenOf,
  newApp,
  newChallenge,
  type TestApp,
} from '../../test/app-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { writeAdultFrom, writeFamily } from '../ledger/index.ts';
import { DevPasskey } from './dev-passkey.ts';

const service = await startTestService({ PID_MODE: 'sandbox', PID_TOPUP_MAX: '50000000' });

const tokenOf = async (client: HttpClient, app: TestApp, scope = 'read payments') =>
  bearing(await machineTokenOf(client, app, scope));

/** An app with its server, which has a token of the scope `payments`. */
async function newStudio() {
  const { client: owner } = await newPlayer(service);
  const app = await newApp(owner);
  const server = service.client().with(await tokenOf(owner, app));
  let orders = 0;
  const charge = (fields: Record<string, unknown> = {}) =>
    server.call('createPayment', {
      client_id: app.clientId,
      reference: `order ${(orders += 1)}`,
      amount: 25_000,
      description: 'A sword',
      ...fields,
    });
  const statusOf = async (id: string) =>
    (await server.call('getPayment', { client_id: app.clientId, id })).status;
  return { owner, app, server, charge, statusOf };
}

const studio = await newStudio();
const other = await newStudio();
const { server, charge, statusOf } = studio;

/** Opens the link as a browser does. */
async function signIn(loginUrl: string) {
  const client = service.client();
  return { client, answer: await client.get(new URL(loginUrl).pathname) };
}

describe('test players', () => {
  test('an app creates a player with play money, who signs in by the link and is like any other player', async () => {
    const player = await server.call('createSandboxPlayer', { balance: 150_000 });
    expect(player).toEqual({
      pid: expect.stringMatching(/^player_[a-z]{10}@pid$/),
      loginUrl: expect.stringContaining(`${service.baseUrl}/sandbox/sign-in/`),
    });
    const { client, answer } = await signIn(player.loginUrl);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/home']);
    expect(await client.call('getIdentity')).toMatchObject({ pid: player.pid, status: 'active' });
    expect((await client.call('getBalance')).balance).toBe(150_000);
    const { items } = await client.call('getStatement', {});
    expect(items.map(({ type }) => type)).toEqual(['topup']);
    const activity = await client.call('listActivity', {});
    expect(activity.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['identity.claimed', 'session.signed_in']),
    );
    const { client: friend, pid: to } = await newPlayer(service);
    await client.call('sendMoney', { to, amount: 10_000 });
    expect((await friend.call('getBalance')).balance).toBe(10_000);
    expect((await runAudit()).code).toBe(0);
  });

  test('a player has the requested handle, which the rules of handles refuse as for anyone', async () => {
    const { pid } = await server.call('createSandboxPlayer', { handle: 'wanted_name' });
    expect(pid).toBe('wanted_name@pid');
    for (const [handle, code] of [
      ['wanted_name', 'handle_taken'],
      ['admin', 'handle_reserved'],
      ['bad handle', 'validation_failed'],
    ] as const)
      await expect(server.call('createSandboxPlayer', { handle })).rejects.toMatchObject({ code });
  });

  test('an impossible amount takes no handle', async () => {
    const handle = 'too_rich';
    await expect(server.call('createSandboxPlayer', { handle, balance: 50_000_001 })).rejects.toMatchObject({
      code: 'topup_out_of_range',
    });
    expect((await server.call('createSandboxPlayer', { handle })).pid).toBe('too_rich@pid');
  });

  test('the passkey of a player signs in and confirms', async () => {
    const { pid, passkey, loginUrl } = await server.call('createSandboxPlayer', {
      balance: 5_000_000,
      passkey: true,
    });
    const key = createPrivateKey({ key: passkey!.privateKey as never, format: 'jwk' });
    const device = new DevPasskey(service.baseUrl, {
      credentialId: passkey!.id,
      privateKey: key.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    });
    const client = service.client();
    const { challenge } = await client.call('passkeySignInOptions');
    const { id, ...response } = device.assert(challenge);
    const { userHandle } = passkey!;
    const signedIn = await client.call('signInWithPasskey', {
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...response, userHandle },
      },
    });
    expect(signedIn.pid).toBe(pid);
    // It counts: the passkey is asked for, and is enough.
    const { client: browser } = await signIn(loginUrl);
    const { pid: to } = await newPlayer(service);
    const large = { to, amount: 4_000_000, expectedTotal: 4_004_000 };
    await expect(browser.call('sendMoney', large)).rejects.toMatchObject({ code: 'step_up_required' });
    const options = await browser.call('stepUpOptions', { operation: 'sendMoney', body: large });
    const assertion = Buffer.from(JSON.stringify(device.assert(options.challenge))).toString('base64url');
    await browser.with({ 'pid-assertion': assertion }).call('sendMoney', large);
  });

  test('a wallet is activated, with test money', async () => {
    const { vault, passkey, loginUrl } = await server.call('createSandboxPlayer', { wallet: true });
    expect(passkey).toBeDefined();
    const { client } = await signIn(loginUrl);
    expect(await client.call('getAccount')).toMatchObject({
      status: 'activated',
      smartAccountAddress: vault,
      authorityCredentialId: passkey!.id,
    });
    const { items } = await client.call('listAssets');
    expect(items.length).toBe(2);
  });

  test('the link works once, within five minutes, and not by HEAD or in the background of another site', async () => {
    const { loginUrl } = await server.call('createSandboxPlayer', {});
    const path = new URL(loginUrl).pathname;
    const stranger = service.client();
    expect((await stranger.send('HEAD', path, undefined, {})).status).toBe(405);
    const foreign = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    };
    expect((await stranger.get(path, foreign)).status).toBe(403);
    const answers = await Promise.all([1, 2, 3].map(() => service.client().get(path)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410]);
    expect(answers.find(({ status }) => status === 410)!.headers.getSetCookie()).toEqual([]);

    const late = await server.call('createSandboxPlayer', {});
    service.clock.advanceSeconds(301);
    expect((await signIn(late.loginUrl)).answer.status).toBe(410);
  });

  test('a deleted player cannot be reached, and leaves nothing in the sandbox', async () => {
    const { pid, loginUrl } = await server.call('createSandboxPlayer', {});
    const { client } = await signIn(loginUrl);
    await client.call('deleteIdentity', {});
    const { id } = await charge();
    await expect(server.call('confirmSandboxPayment', { id, pid })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { rows } = await service.db.query(
      "select from sandbox_players p join identities i on i.id = p.identity_id where i.handle || '@pid' = $1",
      [pid],
    );
    expect(rows).toEqual([]);
  });
});

describe('logins', () => {
  const redirectUri = 'https://game.example/signed-in';

  test('the login of a player gives a code of the service’s own login', async () => {
    const { pid } = await server.call('createSandboxPlayer', {});
    const { codeVerifier, fields } = newChallenge();
    const login = { pid, redirect_uri: redirectUri, state: 'a1', ...fields };
    const { redirectTo } = await server.call('loginSandboxPlayer', login);
    const url = new URL(redirectTo);
    expect([url.origin + url.pathname, url.searchParams.get('state')]).toEqual([redirectUri, 'a1']);
    const code = url.searchParams.get('pid_code')!;
    const { body } = await exchange(service.client(), studio.app, code, { code_verifier: codeVerifier });
    expect(body).toMatchObject({ pid, scope: 'read' });
    expect((await service.client().get('/v1/identity/me', bearing(body.accessToken))).body.pid).toBe(pid);
    // The code is that of this app and works once.
    const again = await exchange(service.client(), studio.app, code, { code_verifier: codeVerifier });
    expect(again.status).toBe(400);
  });

  test('with openid in the scope, it is the code of an OpenID client, with its nonce', async () => {
    const { pid } = await server.call('createSandboxPlayer', {});
    const { codeVerifier, fields } = newChallenge();
    const { redirectTo } = await server.call('loginSandboxPlayer', {
      pid,
      redirect_uri: redirectUri,
      scope: 'openid profile',
      nonce: 'n-1',
      ...fields,
    });
    const { searchParams } = new URL(redirectTo);
    expect(searchParams.get('iss')).toBe(service.baseUrl);
    const { body } = await service.client().post(
      '/oidc/token',
      new URLSearchParams({
        grant_type: 'authorization_code',
        code: searchParams.get('code')!,
        redirect_uri: redirectUri,
        client_id: studio.app.clientId,
        code_verifier: codeVerifier,
      }),
    );
    const [, claims] = String(body.id_token).split('.');
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
      sub: pid,
      nonce: 'n-1',
    });
  });

  test('the rules of a parent refuse the login of a child, as the consent page does', async () => {
    const { pid } = await server.call('createSandboxPlayer', { balance: 1000 });
    const { rows } = await service.db.query<{ id: bigint }>(
      `select a.id from ledger_accounts a join identities i on i.id = a.identity_id where i.handle = $1`,
      [pid.replace('@pid', '')],
    );
    const rules = { monthlySpend: null, perPurchase: null, sends: 'all', maxRating: null } as const;
    await service.db.transaction(async (tx) => {
      await writeAdultFrom(tx, rows[0]!.id, '2090-01-01');
      await writeFamily(tx, rows[0]!.id, [rows[0]!.id + 1n], { ...rules, unratedApps: false });
    });
    const { fields } = newChallenge();
    const { redirectTo } = await server.call('loginSandboxPlayer', {
      pid,
      redirect_uri: redirectUri,
      scope: 'openid',
      ...fields,
    });
    expect(new URL(redirectTo).searchParams.get('error')).toBe('access_denied');
  });

  test('an address of another site is refused, as on the consent page', async () => {
    const { pid } = await server.call('createSandboxPlayer', {});
    await expect(
      server.call('loginSandboxPlayer', { pid, redirect_uri: 'https://evil.example/' }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('payments', () => {
  test('confirms, holds, declines and expires, with an event for the app each time', async () => {
    const app = await newStudio();
    const { pid, loginUrl } = await app.server.call('createSandboxPlayer', { balance: 500_000 });
    const { client } = await signIn(loginUrl);
    const balance = async () => (await client.call('getBalance')).balance;

    const paid = await app.charge();
    expect(await app.server.call('confirmSandboxPayment', { id: paid.id, pid })).toMatchObject({
      status: 'paid',
      payer: pid,
      total: 25_100,
    });
    expect(await balance()).toBe(474_900);
    // A repetition returns the payment.
    const again = await app.server.call('confirmSandboxPayment', { id: paid.id, pid });
    expect(again.status).toBe('paid');
    expect(await balance()).toBe(474_900);
    await expect(app.server.call('expireSandboxPayment', { id: paid.id })).rejects.toMatchObject({
      code: 'payment_ended',
    });

    const held = await app.charge({ capture: 'manual', pid });
    expect((await app.server.call('confirmSandboxPayment', { id: held.id, pid })).status).toBe('held');
    expect((await app.server.call('expireSandboxPayment', { id: held.id })).status).toBe('void');
    expect(await balance()).toBe(474_900);

    const expired = await app.charge();
    expect((await app.server.call('expireSandboxPayment', { id: expired.id })).status).toBe('expired');
    expect((await app.server.call('expireSandboxPayment', { id: expired.id })).status).toBe('expired');
    await expect(app.server.call('confirmSandboxPayment', { id: expired.id, pid })).rejects.toMatchObject({
      code: 'payment_expired',
    });

    const declined = await app.charge();
    expect((await app.server.call('declineSandboxPayment', { id: declined.id, pid })).status).toBe(
      'declined',
    );
    await expect(app.server.call('confirmSandboxPayment', { id: declined.id, pid })).rejects.toMatchObject({
      code: 'payment_ended',
    });

    const typesOf = async () => {
      const { items } = await app.server.call('listAppEvents', { client_id: app.app.clientId, wait: 0 });
      return items.map(({ type }) => type).filter((type) => type.startsWith('payment.'));
    };
    await expect
      .poll(typesOf)
      .toEqual(['payment.paid', 'payment.held', 'payment.void', 'payment.expired', 'payment.declined']);
    expect((await runAudit()).code).toBe(0);
  });

  test('a large payment needs no passkey, but the balance and the daily limit apply', async () => {
    const { pid } = await server.call('createSandboxPlayer', { balance: 30_000_000 });
    const large = await charge({ amount: 3_000_000 });
    expect((await server.call('confirmSandboxPayment', { id: large.id, pid })).status).toBe('paid');
    const tooMuch = await charge({ amount: 19_000_000 });
    await expect(server.call('confirmSandboxPayment', { id: tooMuch.id, pid })).rejects.toMatchObject({
      code: 'daily_limit',
    });
    const { pid: poor } = await server.call('createSandboxPlayer', {});
    await expect(server.call('confirmSandboxPayment', { id: tooMuch.id, pid: poor })).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    expect(await statusOf(tooMuch.id)).toBe('open');
  });

  test('a suspended or frozen player confirms nothing', async () => {
    const { pid, loginUrl } = await server.call('createSandboxPlayer', { balance: 100_000 });
    const { client } = await signIn(loginUrl);
    const { id } = await charge();
    const confirm = () => server.call('confirmSandboxPayment', { id, pid });
    const setStatus = (status: string) =>
      service.db.query("update identities set status = $2 where handle || '@pid' = $1", [pid, status]);
    await setStatus('suspended');
    await expect(confirm()).rejects.toMatchObject({ code: 'identity_suspended' });
    await setStatus('active');
    await client.call('freezeIdentity');
    await expect(confirm()).rejects.toMatchObject({ code: 'frozen' });
    expect(await statusOf(id)).toBe('open');
  });

  test('a top-up of a test player is paid, once', async () => {
    const { loginUrl } = await server.call('createSandboxPlayer', {});
    const { client } = await signIn(loginUrl);
    const { id } = await client.call('createTopUp', { amount: 40_000 });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await server.call('paySandboxTopUp', { id })).toMatchObject({ status: 'paid', amount: 40_000 });
    expect((await client.call('getBalance')).balance).toBe(40_000);
  });

  test('anyone can pay a top-up on the checkout page, which says that the money is play money', async () => {
    const { client } = await newPlayer(service);
    const { id } = await client.call('createTopUp', { amount: 20_000 });
    const anyone = service.client();
    const page = await anyone.get(`/checkout/${id}`, { accept: 'text/html' });
    expect(page.text).toContain('>Sandbox, play money</span>');
    const through = { 'x-forwarded-for': '203.0.113.7' };
    await anyone.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }), through);
    expect((await client.call('getBalance')).balance).toBe(20_000);
  });
});

describe('attacks', () => {
  test('an app reaches neither players and payments of another app, nor real players', async () => {
    const { pid, loginUrl } = await other.server.call('createSandboxPlayer', { balance: 100_000 });
    const { client, pid: real } = await newPlayer(service);
    const { client: theirs } = await signIn(loginUrl);
    const [own, foreign] = [await charge(), await other.charge()];
    for (const victim of [pid, real, 'nobody_has_this@pid']) {
      const login = { pid: victim, redirect_uri: 'https://game.example/signed-in' };
      await expect(server.call('loginSandboxPlayer', login)).rejects.toMatchObject({ code: 'not_found' });
      for (const act of ['confirmSandboxPayment', 'declineSandboxPayment'] as const)
        await expect(server.call(act, { id: own.id, pid: victim })).rejects.toMatchObject({
          code: 'not_found',
        });
    }
    const { pid: mine } = await server.call('createSandboxPlayer', { balance: 100_000 });
    for (const act of ['confirmSandboxPayment', 'declineSandboxPayment'] as const)
      await expect(server.call(act, { id: foreign.id, pid: mine })).rejects.toMatchObject({
        code: 'payment_not_found',
      });
    await expect(server.call('expireSandboxPayment', { id: foreign.id })).rejects.toMatchObject({
      code: 'payment_not_found',
    });
    for (const player of [client, theirs]) {
      const { id } = await player.call('createTopUp', { amount: 10_000 });
      await expect(server.call('paySandboxTopUp', { id })).rejects.toMatchObject({ code: 'topup_not_found' });
    }
    expect(await other.statusOf(foreign.id)).toBe('open');
    expect(await statusOf(own.id)).toBe('open');
    // A payment for one player is not confirmed by another.
    const named = await charge({ pid: real });
    await expect(server.call('confirmSandboxPayment', { id: named.id, pid: mine })).rejects.toMatchObject({
      code: 'payment_not_found',
    });
  });

  test('only a machine token of the scope payments is accepted', async () => {
    const reading = await tokenOf(studio.owner, studio.app, 'read');
    const { body, headers } = await service.client().post('/v1/sandbox/players', {}, reading);
    expect([body, headers.get('pid-error')]).toEqual([
      { statusCode: 403, message: 'Read-only token' },
      'read_only_token; need=payments',
    ]);
    expect((await service.client().post('/v1/sandbox/players', {})).status).toBe(401);
    expect((await studio.owner.post('/v1/sandbox/players', {})).status).toBe(403);
    const paused = await newStudio();
    const token = await tokenOf(paused.owner, paused.app);
    await service.db.query('update apps set paused_at = now() where client_id = $1', [paused.app.clientId]);
    expect((await service.client().post('/v1/sandbox/players', {}, token)).status).toBe(403);
  });

  test('a test player is never an administrator', async () => {
    const { pid } = await server.call('createSandboxPlayer', {});
    await expect(
      startTestService({ PID_ADMINS: pid, PID_MODE: 'sandbox' }, service, { seedsAdministrators: false }),
    ).rejects.toThrow(`PID_ADMINS names ${pid}, which an app made as a test player`);
    const admins = await startTestService({ PID_ADMINS: 'boss_1@pid', PID_MODE: 'sandbox' });
    const { client } = await newPlayer(admins);
    const app = await newApp(client);
    const token = await machineTokenOf(client, app, 'payments');
    await expect(
      admins.client().with(bearing(token)).call('createSandboxPlayer', { handle: 'boss_1' }),
    ).rejects.toMatchObject({ code: 'handle_taken' });
  });

  test('unknown fields are refused', async () => {
    await expect(server.call('createSandboxPlayer', { admin: true } as never)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

// Last: the gate is one of the whole database.
test('play money does not wait for the birth month of a new player', async () => {
  const gate = { PID_AGE_GATE: 'require', PID_BASE_URL: service.baseUrl };
  const node = await startTestService({ PID_MODE: 'sandbox', ...gate }, service);
  const token = await tokenOf(studio.owner, studio.app);
  const created = await node.client().post('/v1/sandbox/players', { balance: 150_000 }, token);
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  const { client } = await signIn(created.body.loginUrl);
  expect((await client.call('getBalance')).balance).toBe(150_000);
  const topUp = await client.post('/v1/fiat/topups', { amount: 50_000 });
  expect([topUp.status, topUp.headers.get('pid-error')]).toEqual([403, 'age_needed']);
});

function runAudit() {
  return runPid(['ledger', 'audit'], {
    PID_DATABASE_URL: service.connectionString,
    PID_MASTER_KEY: testMasterKey,
    PID_LOG_LEVEL: 'silent',
  });
}
