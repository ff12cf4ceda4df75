import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/problems-of.ts';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import { startTestService } from '../../test/test-service.ts';
import { systemClock } from '../platform/clock.ts';
import { proveProvider } from './index.ts';
import { startFakeSteam, type Fields } from './testing/fake-steam.ts';

let now = () => systemClock.now();
const steam = await startFakeSteam({ ...systemClock, now: () => now() });
afterAll(() => steam.close());
const settings = {
  PID_PROVIDERS: JSON.stringify([{ id: 'steam', protocol: 'steam', origin: steam.origin }]),
};
const service = await startTestService(settings);
now = () => service.clock.now();

const [alice, victim] = ['76561198000000001', '76561198000000002'];
const refusal = { statusCode: 400, message: 'The sign-in could not be completed, sign in again' };

beforeEach(() => {
  steam.confirmsEverything = false;
  steam.respond = null;
  steam.asked.length = 0;
});

async function start(client: HttpClient): Promise<string> {
  return (await client.get('/v1/auth/signin/steam?returnTo=/money')).headers.get('location')!;
}

/** Signs in at Steam. The test may change the address to which Steam redirects the browser. */
async function signIn(
  client: HttpClient,
  steamId: string = alice,
  bend: (callback: URL) => void = () => {},
): Promise<{ answer: Answer; callback: URL }> {
  const callback = steam.signIn(await start(client), steamId);
  bend(callback);
  return { answer: await client.get(callback.href), callback };
}

function fieldsOf(callback: URL): Fields {
  return Object.fromEntries(
    [...callback.searchParams].map(([name, value]) => [name.replace(/^openid\./, ''), value]),
  );
}

/** Changes fields of the assertion and lets Steam sign the result, if `isSigned`. */
function change(callback: URL, changed: Fields, isSigned = true): void {
  for (const [name, value] of Object.entries(changed)) callback.searchParams.set(`openid.${name}`, value);
  if (isSigned) callback.searchParams.set('openid.sig', steam.sign(fieldsOf(callback)));
}

test('a player claims a handle with Steam, returns with it, and needs no e-mail address', async () => {
  const client = service.client();
  expect((await client.get('/v1/auth/providers')).body).toEqual([{ id: 'steam', name: 'Steam' }]);
  const authorization = new URL(await start(client));
  expect(authorization.origin + authorization.pathname).toBe(`${steam.origin}/openid/login`);
  expect(Object.fromEntries(authorization.searchParams)).toEqual({
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'checkid_setup',
    'openid.return_to': expect.stringMatching(
      new RegExp(`^${service.baseUrl}/v1/auth/callback/steam\\?state=[\\w-]{43}$`),
    ),
    'openid.realm': service.baseUrl,
    'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
    'openid.claimed_id': 'http://specs.openid.net/auth/2.0/identifier_select',
  });
  const { answer } = await signIn(client);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/claim']);
  expect((await client.get('/v1/auth/claim')).body).toMatchObject({ provider: 'steam', email: '' });
  await client.call('claimHandle', { handle: 'gordon_f' });
  const { rows } = await service.db.query('select issuer, subject, email from provider_logins');
  expect(rows).toEqual([{ issuer: `${steam.origin}/openid`, subject: alice, email: '' }]);

  const again = service.client();
  const second = await signIn(again);
  expect(second.answer.headers.get('location')).toBe('/money');
  expect((await again.call('getIdentity')).pid).toBe('gordon_f@pid');
  // Steam was asked about exactly the assertion that the browser brought.
  const { state: _state, ...sent } = fieldsOf(second.callback);
  expect(steam.asked.at(-1)).toEqual({ ...sent, mode: 'check_authentication' });
});

test('a Steam login can be linked to an identity', async () => {
  const client = service.client();
  await signIn(client, '76561198000000010');
  await client.call('claimHandle', { handle: 'two_steams' });
  const { redirectTo } = await client.call('linkProvider', { provider: 'steam' });
  const linked = await client.get(steam.signIn(redirectTo, '76561198000000011').href);
  expect(linked.headers.get('location')).toBe('/security');
  const logins = await client.call('listCredentials');
  expect(logins.map(({ provider }) => provider)).toEqual(['steam', 'steam']);
});

describe('refuses without asking Steam, even if Steam would confirm it', () => {
  const other = 'http://127.0.0.1:9/openid';
  const account = (id: string) => `${steam.origin}/openid/id/${id}`;
  const attacks: [string, (callback: URL) => void][] = [
    ['the endpoint of an attacker', (callback) => change(callback, { op_endpoint: `${other}/login` })],
    [
      'an account at the server of an attacker',
      (callback) =>
        change(callback, { claimed_id: `${other}/id/${victim}`, identity: `${other}/id/${victim}` }),
    ],
    [
      'a claimed id at the server of an attacker with the identity at Steam',
      (callback) => change(callback, { claimed_id: `${other}/id/${victim}`, identity: account(victim) }),
    ],
    [
      'an identity that differs from the claimed id',
      (callback) => change(callback, { identity: account(victim) }),
    ],
    ...[
      `${steam.origin}.evil.example/openid/id/${victim}`,
      `${steam.origin}@evil.example/openid/id/${victim}`,
      `${steam.origin}/openid/id/${victim}/`,
      `${steam.origin}/openid/id/${victim}#x`,
      `${steam.origin}/openid/id/0${victim}`,
      `${steam.origin}/openid/id/../id/${victim}`,
      `${steam.origin}/openid/id/76561197960265728`,
      `${steam.origin}/openid/id/76561202255233024`,
      `${steam.origin}/openid/id/`,
    ].map((id): [string, (callback: URL) => void] => [
      `the claimed id ${id.replace(steam.origin, 'steam')}`,
      (callback) => change(callback, { claimed_id: id, identity: id }),
    ]),
    [
      'an assertion for another site',
      (callback) => change(callback, { return_to: 'https://evil.example/cb' }),
    ],
    [
      'an assertion for another sign-in at this service',
      (callback) =>
        change(callback, { return_to: `${service.baseUrl}/v1/auth/callback/steam?state=${'a'.repeat(43)}` }),
    ],
    ['another protocol version', (callback) => change(callback, { ns: 'http://openid.net/signon/1.1' })],
    ['a cancelled sign-in', (callback) => change(callback, { mode: 'cancel' })],
    ['a mode of the verification', (callback) => change(callback, { mode: 'check_authentication' })],
    ...['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'].map(
      (name): [string, (callback: URL) => void] => [
        `an unsigned ${name}`,
        (callback) => {
          const { signed = '' } = fieldsOf(callback);
          const rest = signed.split(',').filter((one) => one !== name);
          change(callback, { signed: rest.join(',') });
        },
      ],
    ),
    [
      'a signed field that this service does not read',
      (callback) => change(callback, { signed: `${fieldsOf(callback)['signed']},sreg`, sreg: 'x' }),
    ],
    [
      'a field that is signed twice',
      (callback) => change(callback, { signed: `${fieldsOf(callback)['signed']},claimed_id` }),
    ],
    // The signature is over lines: this value signs a second claimed_id.
    [
      'a line break that signs another field',
      (callback) => change(callback, { assoc_handle: `1\nclaimed_id:${account(victim)}` }),
    ],
    [
      'a line break at the end of the claimed id',
      (callback) => change(callback, { claimed_id: `${account(alice)}\n`, identity: `${account(alice)}\n` }),
    ],
    [
      'a claimed id sent twice',
      (callback) => callback.searchParams.append('openid.claimed_id', account(victim)),
    ],
    ['a nonce sent twice', (callback) => callback.searchParams.append('openid.response_nonce', 'x')],
    ['no signature', (callback) => callback.searchParams.delete('openid.sig')],
    ['no nonce', (callback) => callback.searchParams.delete('openid.response_nonce')],
    ...(
      [
        ['an old nonce', -360],
        ['a nonce of the future', 360],
      ] as const
    ).map(([name, seconds]): [string, (callback: URL) => void] => [
      name,
      (callback) => {
        const at = new Date(service.clock.nowMillis() + seconds * 1000).toISOString().slice(0, 19);
        change(callback, { response_nonce: `${at}Zabc` });
      },
    ]),
    [
      'a nonce in local time',
      (callback) => change(callback, { response_nonce: '2023-06-18T12:52:43+02:00EW3UIERTOOZRI' }),
    ],
    ['a nonce without a date', (callback) => change(callback, { response_nonce: '2026-99-99T99:99:99Zabc' })],
  ];

  test.each(attacks)('%s', async (_name, bend) => {
    steam.confirmsEverything = true;
    const client = service.client();
    const { answer } = await signIn(client, alice, bend);
    expect(answer.body).toEqual(refusal);
    expect(steam.asked).toEqual([]);
    expect([client.cookie('pid_claim'), client.cookie('pid_access')]).toEqual([undefined, undefined]);
  });

  test('an assertion in a form that is posted', async () => {
    steam.confirmsEverything = true;
    const client = service.client();
    const { searchParams } = steam.signIn(await start(client), alice);
    expect((await client.post('/v1/auth/callback/steam', searchParams)).body).toEqual(refusal);
    expect(steam.asked).toEqual([]);
  });
});

describe('refuses what Steam does not confirm', () => {
  test('the account of another player with the own signature', async () => {
    const account = `${steam.origin}/openid/id/${victim}`;
    const { answer } = await signIn(service.client(), alice, (callback) =>
      change(callback, { claimed_id: account, identity: account }, false),
    );
    expect(answer.body).toEqual(refusal);
    expect(steam.asked).toHaveLength(1);
  });

  const ns = 'ns:http://specs.openid.net/auth/2.0\n';
  test.each([
    ['false', `${ns}is_valid:false\n`],
    ['both', `${ns}is_valid:false\nis_valid:true\n`],
    ['another form', '<html>is_valid:true</html>'],
    ['another protocol', 'ns:http://openid.net/signon/1.1\nis_valid:true\n'],
    ['something similar', `${ns}is_valid:truely\n`],
    ['nothing', ''],
  ])('a response that says %s', async (_name, text) => {
    steam.respond = (response) => response.writeHead(200).end(text);
    expect((await signIn(service.client())).answer.body).toEqual(refusal);
  });

  test.each([
    ['an error', 503, {}],
    ['a redirect, which is not followed', 302, { location: `${steam.origin}/elsewhere` }],
  ])('%s of Steam is reported as unavailable', async (_name, status, headers) => {
    steam.respond = (response) => response.writeHead(status, headers).end();
    const { answer } = await signIn(service.client());
    expect([answer.status, answer.headers.get('pid-error')]).toEqual([503, 'provider_unavailable']);
    expect(steam.asked).toHaveLength(1);
  });
});

describe('an assertion works once', () => {
  test('not a second time, on this node or on another, even if Steam would confirm it again', async () => {
    const other = await startTestService({ ...settings, PID_BASE_URL: service.baseUrl }, service);
    steam.confirmsEverything = true;
    const client = service.client();
    const started = await client.get('/v1/auth/signin/steam');
    const callback = steam.signIn(started.headers.get('location')!, alice);
    const path = `${callback.pathname}${callback.search}`;
    const flow = started.headers.getSetCookie().find((line) => line.startsWith('pid_flow_'))!;
    const [name = '', value = ''] = flow.split(';')[0]!.split('=');
    const copy = other.client();
    copy.setCookie(name, value, '/v1/auth/callback');
    const answers = await Promise.all([client.get(path), copy.get(path), client.get(path)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 400, 400]);
    for (const again of [client, copy]) expect((await again.get(path)).body).toEqual(refusal);
  });

  test('not in another browser', async () => {
    const { href } = steam.signIn(await start(service.client()), victim);
    expect((await service.client().get(href)).body).toEqual(refusal);
    // An attacker who brings the victim’s assertion into an own sign-in.
    const attacker = service.client();
    const { answer } = await signIn(attacker, alice, (callback) => {
      const stolen = new URL(href);
      const state = callback.searchParams.get('state')!;
      callback.search = stolen.search;
      callback.searchParams.set('state', state);
    });
    expect(answer.body).toEqual(refusal);
    expect(steam.asked).toEqual([]);
  });
});

test('only a service on loopback accepts another origin than Steam’s', () => {
  const live = (provider: object) =>
    problemsOf({ PID_BASE_URL: 'https://pid.example', PID_PROVIDERS: JSON.stringify([provider]) }).filter(
      (problem) => problem.includes('PID_PROVIDERS'),
    );
  expect(live({ id: 'steam', protocol: 'steam' })).toEqual([]);
  expect(live({ id: 'steam', protocol: 'steam', origin: 'https://steamcommunity.com.evil.example' })).toEqual(
    [expect.stringContaining('names an origin for Steam that is not https://steamcommunity.com')],
  );
  expect(live({ id: 'steam', protocol: 'steam', origin: 'http://steamcommunity.com' })).toHaveLength(1);
  expect(live({ id: 'x', protocol: 'saml' })).toEqual([expect.stringContaining('must be openid or steam')]);
});

test('pid doctor proves that Steam responds', async () => {
  const provider = { protocol: 'steam', id: 'steam', name: 'Steam', origin: steam.origin } as const;
  await proveProvider(provider, true);
  steam.respond = (response) => response.writeHead(200).end('hello');
  await expect(proveProvider(provider, true)).rejects.toThrow('another form');
});
