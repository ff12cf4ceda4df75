import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { richPlayer } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { bearing, machineTokenOf, newApp } from '../../packages/server/test/app-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import type { HttpClient } from '../../packages/server/test/http-client.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { startProgram, type Engine, type Program } from './engine-program.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { startGameServer } from './game-server.ts';

// Compilers and a dozen started programs share the cores with everything else that a machine does.
vi.setConfig({ testTimeout: 300_000 });

const page =
  '<!doctype html><html lang="id"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>PID</title>' +
  '<p>Halaman ini boleh ditutup. Kembali ke game.</p><p lang="en">You can close this page. Return to the game.</p></html>';

/** Every engine package passes the same tests, against a running service behind a proxy that can fail. */
export async function testEngine(engine: Engine) {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const service = await startTestService({ PID_BASE_URL: baseUrl });
  const proxy = await startFaultyProxy(port, service.baseUrl);
  const developer = await newPlayer(service);
  const scheme = 'example.game:/signed-in';
  const app = await newApp(developer.client, { deviceFlow: true, redirectUris: [scheme] });

  /** A device with an installed game: its programs share the file of the session. */
  async function newDevice(clientId = app.clientId) {
    proxy.reset();
    const folder = await mkdtemp(path.join(tmpdir(), 'pid-engine-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'session');
    return {
      file,
      stored: () => readFile(file, 'utf8').catch(() => null),
      start: (...words: string[]) => startProgram(engine, [baseUrl, clientId, file, ...words]),
    };
  }

  async function newGuest(): Promise<{ guestId: string; guestToken: string }> {
    const machine = bearing(await machineTokenOf(service.client(), app));
    return (await service.client().post(`/v1/apps/${app.clientId}/guests`, {}, machine)).body;
  }

  /** Decides as the player in the browser, and returns the address that the browser goes to next. */
  async function decide(program: Program, client: HttpClient, decision: 'allow' | 'deny'): Promise<URL> {
    const address = new URL(await program.heard('OPEN'));
    expect(address.origin + address.pathname).toBe(`${baseUrl}/authorize`);
    expect(address.searchParams.get('scope')).toBe('openid profile');
    const { redirectTo } = await client.call('decideLogin', {
      ...(Object.fromEntries(address.searchParams) as { client_id: string; redirect_uri: string }),
      decision,
    });
    return new URL(redirectTo);
  }

  /** Signs a new player in on the device. */
  async function signedIn(device: Awaited<ReturnType<typeof newDevice>>) {
    const player = await newPlayer(service);
    const program = device.start('sign-in');
    await fetch(await decide(program, player.client, 'allow'));
    expect(await program.outcome()).toBe(`PLAYER ${player.pid}`);
    proxy.reset();
    return player;
  }

  const counted = (wanted: string) => proxy.requests.filter((made) => made === wanted).length;

  describe(`${engine.name}: sign-in in the system browser`, () => {
    test('returns the player, shows the page and stores a private session', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('sign-in');
      const redirect = await decide(program, client, 'allow');
      expect(redirect.origin + redirect.pathname).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/signed-in$/);
      const shown = await fetch(redirect);
      expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(await shown.text()).toBe(page);
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
      expect((await stat(device.file)).mode & 0o777).toBe(0o600);
      await expect(fetch(redirect)).rejects.toThrow();
    });

    test('ignores requests that are not the redirect', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('sign-in');
      const redirect = await decide(program, client, 'allow');
      const changed = (change: (url: URL) => void) => {
        const url = new URL(redirect);
        change(url);
        return url;
      };
      expect(await statusOf(changed((url) => (url.pathname = '/favicon.ico')))).toBe(404);
      expect(await statusOf(changed((url) => url.searchParams.set('state', 'forged')))).toBe(400);
      expect(await statusOf(changed((url) => url.searchParams.delete('state')))).toBe(400);
      expect(await statusOf(changed((url) => url.searchParams.append('state', 'twice')))).toBe(400);
      expect(await statusOf(redirect, { method: 'POST' })).toBe(405);
      // A name of another site that points to 127.0.0.1, and a page of this machine on another port.
      for (const host of [`attacker.example:${redirect.port}`, `127.0.0.1:${port}`, 'localhost'])
        expect(await statusOf(redirect, { headers: { host } })).toBe(400);
      expect(await statusOf(redirect, { headers: { long: 'x'.repeat(10_000) } })).not.toBe(200);
      expect(await statusOf(redirect)).toBe(200);
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
    });

    test('is not blocked by a connection that sends nothing', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('sign-in');
      const redirect = await decide(program, client, 'allow');
      const silent = connect(Number(redirect.port), '127.0.0.1').on('error', () => {});
      onTestFinished(() => void silent.destroy());
      await once(silent, 'connect');
      expect(await statusOf(redirect)).toBe(200);
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
    });

    test('reports that the player denied', async () => {
      const device = await newDevice();
      const program = device.start('sign-in');
      await fetch(await decide(program, (await newPlayer(service)).client, 'deny'));
      expect(await program.outcome()).toBe('ERROR access_denied 0 0 -');
      expect(await device.stored()).toBeNull();
    });

    test('refuses the response of another issuer', async () => {
      const device = await newDevice();
      const program = device.start('sign-in');
      const redirect = await decide(program, (await newPlayer(service)).client, 'allow');
      redirect.searchParams.set('iss', 'https://attacker.example');
      await fetch(redirect);
      expect(await program.outcome()).toBe('ERROR failed 0 0 -');
      expect(counted('POST /oidc/token')).toBe(0);
    });

    test('ends after the timeout and stops listening', async () => {
      const device = await newDevice();
      const program = device.start('sign-in', '--timeout', '5');
      const address = new URL(await program.heard('OPEN'));
      expect(await program.outcome()).toBe('ERROR timeout 0 0 -');
      await expect(fetch(address.searchParams.get('redirect_uri')!)).rejects.toThrow();
    });

    test('ends when the game aborts it', async () => {
      const device = await newDevice();
      const program = device.start('sign-in');
      await program.heard('OPEN');
      program.say('abort');
      expect(await program.outcome()).toBe('ERROR aborted 0 0 -');
    });

    test('is superseded by a second sign-in', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('sign-in-twice');
      expect(await program.heard('FIRST')).toBe('ERROR superseded 0 0 -');
      await fetch(await decide(program, client, 'allow'));
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
    });

    test('takes the result from a private-use scheme, and nothing else', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('sign-in', '--redirect', scheme);
      const redirect = await decide(program, client, 'allow');
      expect(redirect.href).toMatch(/^example\.game:\/signed-in\?code=/);
      for (const forged of [
        redirect.href.replace(/state=[^&]*/, 'state=forged'),
        redirect.href.replace('signed-in', 'other'),
        scheme,
      ]) {
        program.say(`redirect ${forged}`);
        expect(await program.heard('HANDLED')).toBe('false');
      }
      program.say(`redirect ${redirect.href}`);
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
    });
  });

  describe(`${engine.name}: sign-in with a code`, () => {
    test('polls more slowly when asked, and returns the player', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('code');
      const [userCode = '', address] = (await program.heard('CODE')).split(' ');
      expect(address).toBe(`${baseUrl}/device`);
      // The program polls faster than the service allows, because its clock is fast.
      await expect.poll(() => program.waits().length, { interval: 20 }).toBeGreaterThan(3);
      await client.call('decideDevice', { userCode, decision: 'allow' });
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
      expect(program.waits().slice(0, 4)).toEqual([5, 5, 10, 15]);
      expect(await device.stored()).not.toBeNull();
    });

    test('reports that the player denied', async () => {
      const device = await newDevice();
      const program = device.start('code');
      const [userCode = ''] = (await program.heard('CODE')).split(' ');
      await (await newPlayer(service)).client.call('decideDevice', { userCode, decision: 'deny' });
      expect(await program.outcome()).toMatch(/^ERROR access_denied 400 0 \S{2,}$/);
    });

    test('reports that the code has expired at the service', async () => {
      const device = await newDevice();
      const program = device.start('code');
      await program.heard('CODE');
      service.clock.advanceSeconds(301);
      expect(await program.outcome()).toMatch(/^ERROR expired_token 400 /);
    });

    test('stops by itself when the code has expired and the service does not respond', async () => {
      const device = await newDevice();
      proxy.plan('/oidc/device_authorization', (body) =>
        JSON.stringify({ ...(JSON.parse(body) as object), expires_in: 1 }),
      );
      proxy.plan('/oidc/token', ...Array.from({ length: 99 }, () => 'drop' as const));
      expect(await device.start('code').outcome()).toBe('ERROR expired_token 0 0 -');
    });

    test('keeps polling, ever more slowly, through faults', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      proxy.plan('/oidc/token', 'drop', { status: 502, body: '<html>' }, 'drop');
      const program = device.start('code');
      const [userCode = ''] = (await program.heard('CODE')).split(' ');
      await expect.poll(() => program.waits().length, { interval: 20 }).toBeGreaterThan(3);
      await client.call('decideDevice', { userCode, decision: 'allow' });
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
      expect(program.waits().slice(0, 4)).toEqual([5, 10, 20, 40]);
    });

    test('reports that the app has not turned on device login', async () => {
      const device = await newDevice((await newApp(developer.client)).clientId);
      expect(await device.start('code').outcome()).toMatch(/^ERROR unauthorized_client 400 /);
    });
  });

  describe(`${engine.name}: guests`, () => {
    test('gives the guest to the player, and signs the next player in without it', async () => {
      const device = await newDevice();
      const { guestId, guestToken } = await newGuest();
      const [first, second] = [await newPlayer(service), await newPlayer(service)];
      for (const [{ client, pid }, guest, redeemed] of [
        [first, ` ${guestId}`, 1],
        [first, ` ${guestId}`, 2],
        // Refused with the guest, and redeemed without it.
        [second, '', 4],
      ] as const) {
        const program = device.start('sign-in', '--guest', guestToken);
        await fetch(await decide(program, client, 'allow'));
        expect(await program.outcome()).toBe(`PLAYER ${pid}${guest}`);
        expect(counted('POST /oidc/token')).toBe(redeemed);
      }
      expect(await device.start('resume').outcome()).toBe(`PLAYER ${second.pid}`);
    });

    test('gives the guest to a player who types a code, and ignores an unknown guest', async () => {
      const device = await newDevice();
      const { guestId, guestToken } = await newGuest();
      const { client, pid } = await newPlayer(service);
      for (const [token, guest] of [
        [guestToken, ` ${guestId}`],
        ['pid_guest_unknown', ''],
      ] as const) {
        const program = device.start('code', '--guest', token);
        const [userCode = ''] = (await program.heard('CODE')).split(' ');
        await client.call('decideDevice', { userCode, decision: 'allow' });
        expect(await program.outcome()).toBe(`PLAYER ${pid}${guest}`);
      }
    });

    test('redeems a code only once after a fault', async () => {
      const device = await newDevice();
      const { guestToken } = await newGuest();
      const program = device.start('sign-in', '--guest', guestToken);
      const redirect = await decide(program, (await newPlayer(service)).client, 'allow');
      proxy.plan('/oidc/token', 'lose');
      await fetch(redirect);
      expect(await program.outcome()).toMatch(/^ERROR no_connection 0 /);
      expect(counted('POST /oidc/token')).toBe(1);
    });
  });

  describe(`${engine.name}: sessions`, () => {
    test('resumes the session of the device', async () => {
      const device = await newDevice();
      expect(await device.start('resume').outcome()).toBe('NONE');
      expect(proxy.requests).toEqual([]);
      const { pid } = await signedIn(device);
      expect(await device.start('resume').outcome()).toBe(`PLAYER ${pid}`);
    });

    test('forgets a session that the player has ended at PID', async () => {
      const device = await newDevice();
      const { client } = await signedIn(device);
      await client.call('disconnectApp', { client_id: app.clientId });
      expect(await device.start('resume').outcome()).toBe('NONE');
      expect(await device.stored()).toBeNull();
    });

    test('refuses a changed token', async () => {
      const device = await newDevice();
      await signedIn(device);
      const stored = await device.stored();
      await writeFile(device.file, stored!.replace(/(access_token=[^&]{20})./, '$1_'));
      expect(await device.start('resume').outcome()).toBe('NONE');
    });

    test('sends no token to a service or app that did not issue it', async () => {
      const device = await newDevice();
      await signedIn(device);
      const stored = await device.stored();
      for (const [from, to] of [
        [/service=[^&]*/, 'service=https%3A%2F%2Fpid.example'],
        [/client_id=[^&]*/, 'client_id=app_other'],
      ] as const) {
        await writeFile(device.file, stored!.replace(from, to));
        expect(await device.start('resume').outcome()).toBe('NONE');
      }
      await writeFile(device.file, 'no session\n%');
      expect(await device.start('resume').outcome()).toBe('NONE');
      expect(proxy.requests).toEqual([]);
    });

    test('ends when the game aborts it, and keeps the session', async () => {
      const device = await newDevice();
      await signedIn(device);
      const later = { status: 429, headers: { 'retry-after': '30' } };
      proxy.plan('/oidc/userinfo', later, later, later);
      const program = device.start('resume');
      await program.heard('WAIT');
      program.say('abort');
      expect(await program.outcome()).toBe('ERROR aborted 0 0 -');
      expect(await device.stored()).not.toBeNull();
    });

    test('logs out: a copy of the token is refused from then on', async () => {
      const device = await newDevice();
      await signedIn(device);
      const stolen = await device.stored();
      expect(await device.start('log-out').outcome()).toBe('DONE');
      expect(await device.stored()).toBeNull();
      expect(counted('POST /oidc/revoke')).toBe(1);
      await writeFile(device.file, stolen!);
      expect(await device.start('resume').outcome()).toBe('NONE');
      expect(await device.start('log-out').outcome()).toBe('DONE');
      expect(counted('POST /oidc/revoke')).toBe(1);
    });

    test('logs out on the device even if PID cannot be reached', async () => {
      const device = await newDevice();
      await signedIn(device);
      proxy.plan('/oidc/revoke', 'drop', 'drop', 'drop', 'drop');
      expect(await device.start('log-out').outcome()).toBe('ERROR no_connection 0 0 -');
      expect(await device.stored()).toBeNull();
    });
  });

  describe(`${engine.name}: retries`, () => {
    test('waits as long as Retry-After says', async () => {
      const device = await newDevice();
      const { pid } = await signedIn(device);
      proxy.plan('/oidc/userinfo', { status: 429, headers: { 'retry-after': '7' } });
      const program = device.start('resume');
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
      expect(program.waits()).toHaveLength(1);
      expect(program.waits()[0]).toBeGreaterThanOrEqual(7);
      expect(program.waits()[0]).toBeLessThanOrEqual(8);
      expect(counted('GET /oidc/userinfo')).toBe(2);
    });

    test('does not wait for a long Retry-After, but reports it', async () => {
      const device = await newDevice();
      await signedIn(device);
      proxy.plan('/oidc/userinfo', { status: 503, headers: { 'retry-after': '3600' } });
      const program = device.start('resume');
      expect(await program.outcome()).toBe('ERROR failed 503 3600 -');
      expect([counted('GET /oidc/userinfo'), program.waits()]).toEqual([1, []]);
      expect(await device.stored()).not.toBeNull();
    });

    test('repeats after 5xx and dropped connections, each time after a longer pause', async () => {
      const device = await newDevice();
      const { pid } = await signedIn(device);
      proxy.plan('/oidc/userinfo', { status: 503 }, 'drop', { status: 500, body: 'no JSON' });
      const program = device.start('resume');
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
      expect(program.waits()).toHaveLength(3);
      for (const [index, seconds] of [0.5, 1, 2].entries()) {
        expect(program.waits()[index]).toBeGreaterThanOrEqual(seconds);
        expect(program.waits()[index]).toBeLessThanOrEqual(2 * seconds);
      }
      // Without jitter, all games that lost their connection would return at the same time.
      expect(program.waits()).not.toEqual([0.5, 1, 2]);
    });

    test('gives up after four attempts and keeps the session', async () => {
      const device = await newDevice();
      await signedIn(device);
      const headers = { 'x-request-id': 'request-1' };
      proxy.plan('/oidc/userinfo', ...Array.from({ length: 9 }, () => ({ status: 503, headers })));
      expect(await device.start('resume').outcome()).toBe('ERROR failed 503 0 request-1');
      expect(counted('GET /oidc/userinfo')).toBe(4);
      proxy.plan('/oidc/userinfo', 'drop', 'drop', 'drop', 'drop');
      expect(await device.start('resume').outcome()).toBe('ERROR no_connection 0 0 -');
      expect(await device.stored()).not.toBeNull();
    });

    test('does not repeat other refusals, and reads their code and context', async () => {
      const device = await newDevice();
      await signedIn(device);
      const refused = { 'pid-error': 'frozen; until=17; to="a \\"b\\""; by=x', 'x-request-id': 'request-2' };
      proxy.plan('/oidc/userinfo', {
        status: 403,
        headers: refused,
        body: '{"statusCode":403,"message":["one","two"]}',
      });
      expect(await device.start('resume').outcome()).toBe(
        'ERROR frozen 403 0 request-2 by=x to=a "b" until=17',
      );
      expect(counted('GET /oidc/userinfo')).toBe(1);
    });

    test.each([['lose' as const], ['drop' as const], [{ status: 500 }], [{ status: 503 }]])(
      'redeems a code only once after %j',
      async (fault) => {
        const device = await newDevice();
        const { client } = await newPlayer(service);
        const program = device.start('sign-in');
        const redirect = await decide(program, client, 'allow');
        proxy.plan('/oidc/token', fault);
        await fetch(redirect);
        const status = typeof fault === 'string' ? 0 : fault.status;
        expect(await program.outcome()).toMatch(
          status === 0 ? /^ERROR no_connection 0 / : `ERROR failed ${status} `,
        );
        expect(counted('POST /oidc/token')).toBe(1);
      },
    );

    test('repeats the redemption of a code after 429, which PID sends before it reads the code', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('sign-in');
      const redirect = await decide(program, client, 'allow');
      proxy.plan('/oidc/token', { status: 429 }, { status: 429, headers: { 'retry-after': '1' } });
      await fetch(redirect);
      expect(await program.outcome()).toBe(`PLAYER ${pid}`);
      expect(counted('POST /oidc/token')).toBe(3);
    });

    test('resumes a sign-in whose last step found no connection', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const program = device.start('sign-in');
      const redirect = await decide(program, client, 'allow');
      proxy.plan('/oidc/userinfo', 'drop', 'drop', 'drop', 'drop');
      await fetch(redirect);
      expect(await program.outcome()).toBe('ERROR no_connection 0 0 -');
      expect(await device.start('resume').outcome()).toBe(`PLAYER ${pid}`);
    });
  });

  describe(`${engine.name}: payments`, () => {
    /** Signs a player with money in, and orders an item at the game's server. */
    async function order() {
      const device = await newDevice();
      const player = await richPlayer(service, 100_000n);
      const program = device.start('sign-in');
      await fetch(await decide(program, player.client, 'allow'));
      expect(await program.outcome()).toBe(`PLAYER ${player.pid}`);
      const bearer = new URLSearchParams((await device.stored())!).get('access_token')!;
      const shop = await startGameServer({ ...app, baseUrl: service.baseUrl });
      const { id, payUrl } = await shop.order(bearer);
      expect(payUrl).toBe(`${baseUrl}/pay/${id}`);
      return { device, player, shop, id, payUrl, statusUrl: shop.statusUrl(id) };
    }

    test('opens the payment and returns the status that the game’s server reports', async () => {
      const { device, player, id, payUrl, statusUrl } = await order();
      const program = device.start('pay', payUrl, statusUrl);
      expect(await program.heard('OPEN')).toBe(payUrl);
      await expect.poll(() => program.waits().length, { interval: 20 }).toBeGreaterThan(3);
      const { total } = await player.client.call('getOwnPayment', { id });
      expect((await player.confirm(id, total)).status).toBe(200);
      expect(await program.outcome()).toBe('STATUS paid');
    });

    test('returns that the player declined', async () => {
      const { device, player, id, payUrl, statusUrl } = await order();
      const program = device.start('pay', payUrl, statusUrl);
      await program.heard('OPEN');
      await player.client.call('declinePayment', { id });
      expect(await program.outcome()).toBe('STATUS declined');
    });

    test('survives four failures of the game’s server and ends with the fifth', async () => {
      const { device, player, shop, id, payUrl, statusUrl } = await order();
      const { total } = await player.client.call('getOwnPayment', { id });
      await player.confirm(id, total);
      shop.fail(id, 4);
      expect(await device.start('pay', payUrl, statusUrl).outcome()).toBe('STATUS paid');
      shop.fail(id, 5);
      expect(await device.start('pay', payUrl, statusUrl).outcome()).toMatch(/^ERROR failed 500 /);
    });

    test('ends after the timeout, and when the game aborts it', async () => {
      const { device, payUrl, statusUrl } = await order();
      expect(await device.start('pay', payUrl, statusUrl, '--timeout', '20').outcome()).toBe(
        'ERROR timeout 0 0 -',
      );
      const program = device.start('pay', payUrl, statusUrl);
      await program.heard('OPEN');
      program.say('abort');
      expect(await program.outcome()).toBe('ERROR aborted 0 0 -');
    });

    test.each([
      'https://attacker.example/pay/1',
      'file:///etc/passwd',
      '{base}/authorize',
      '{base}.attacker.example/pay/1',
    ])('does not open %s', async (address) => {
      const device = await newDevice();
      const program = device.start('pay', address.replace('{base}', baseUrl), 'http://127.0.0.1:9/');
      expect(await program.outcome()).toBe('ERROR invalid_pay_url 0 0 -');
      expect(program.opened()).toEqual([]);
    });
  });
  return { service, app, newDevice, newGuest };
}

/** Sends a request with any headers, which `fetch` does not allow. Returns 0 if the connection closes without a response. */
function statusOf(
  url: URL,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  return new Promise((resolve) => {
    request(url, { ...options, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', () => resolve(0))
      .end();
  });
}
