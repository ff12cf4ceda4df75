import crypto, { createHash, randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { midtrans } from '../../packages/server/src/checkout/providers/midtrans.ts';
import { xenditPayouts } from '../../packages/server/src/checkout/providers/xendit-payouts.ts';
import { xendit } from '../../packages/server/src/checkout/providers/xendit.ts';
import { secretsEqual } from '../../packages/server/src/platform/hash.ts';
import {
  formatRefreshToken,
  parseRefreshToken,
  refreshToken,
} from '../../packages/server/src/sessions/refresh-token.ts';
import { signingKey, signToken, verifyToken } from '../../packages/server/src/sessions/token-codec.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

/**
 * A comparison with === stops at the first wrong character, so its duration reveals the position. Records
 * every use of timingSafeEqual.
 */
const compared: [number, number][] = [];
const original = crypto.timingSafeEqual;

beforeAll(() => {
  crypto.timingSafeEqual = (left, right) => {
    compared.push([left.byteLength, right.byteLength]);
    return original(left, right);
  };
  syncBuiltinESMExports();
});
afterAll(() => {
  crypto.timingSafeEqual = original;
  syncBuiltinESMExports();
});

/**
 * Returns the result of `work` and its number of constant-time comparisons, all of which must be of equal
 * lengths.
 */
async function comparisons<T>(work: () => T | Promise<T>): Promise<{ answer: T; count: number }> {
  compared.length = 0;
  const answer = await work();
  expect(compared.every(([left, right]) => left === right)).toBe(true);
  return { answer, count: compared.length };
}

/**
 * The secret unchanged, with its first character changed and with its last character changed. Each must cost
 * one full comparison.
 */
const variants = (secret: string) => [
  { given: secret, isRight: true },
  { given: `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`, isRight: false },
  { given: `${secret.slice(0, -1)}${secret.endsWith('A') ? 'Q' : 'A'}`, isRight: false },
];

test('compares secrets by their digests, for any lengths', async () => {
  for (const [given, isRight] of [
    ['secret', true],
    ['secreT', false],
    ['s', false],
    ['', false],
  ] as const)
    expect(await comparisons(() => secretsEqual(given, 'secret'))).toEqual({ answer: isRight, count: 1 });
});

test('compares the signature of a token in constant time', async () => {
  const key = signingKey('kid', randomBytes(32));
  const claims = { iss: 'https://pid', aud: 'app', sub: 'app', iat: 0, exp: 2 } as const;
  const [head, payload, signature] = signToken(key, claims).split('.') as [string, string, string];
  for (const { given, isRight } of variants(signature)) {
    const { answer, count } = await comparisons(() =>
      verifyToken(
        `${head}.${payload}.${given}`,
        { issuer: 'https://pid', audience: 'app', nowSeconds: 1 },
        () => key,
      ),
    );
    expect([answer !== null, count]).toEqual([isRight, 1]);
  }
});

test('compares the tag of a refresh token in constant time', async () => {
  const key = randomBytes(32);
  const text = formatRefreshToken(key, refreshToken('00000000-0000-4000-8000-000000000000', randomBytes(32)));
  for (const { given, isRight } of variants(text)) {
    const { answer, count } = await comparisons(() => parseRefreshToken(key, given));
    expect([answer !== null, count]).toEqual([isRight, 1]);
  }
});

test('compares the signature of a provider’s notification in constant time', async () => {
  const provider = midtrans.open({
    midtransServerKey: 'server-key',
    paymentApiUrl: new URL('https://pay.example'),
  });
  const signature = createHash('sha512').update('order20010000.00server-key').digest('hex');
  const notice = { order_id: 'order', status_code: '200', gross_amount: '10000.00' };
  for (const { given, isRight } of variants(signature)) {
    const { answer, count } = await comparisons(() =>
      provider.readNotice({}, { ...notice, signature_key: given }),
    );
    expect([answer !== null, count]).toEqual([isRight, 1]);
  }
  const other = xendit.open({
    xenditSecretKey: 'key',
    xenditCallbackToken: 'callback-token',
    paymentApiUrl: new URL('https://pay.example'),
  });
  for (const { given } of variants('callback-token'))
    expect((await comparisons(() => other.readNotice({ 'x-callback-token': given }, {}))).count).toBe(1);
  const payouts = xenditPayouts.open({ xenditPayoutKey: 'key', xenditPayoutToken: 'payout-token' }, null);
  for (const { given, isRight } of variants('payout-token')) {
    const { answer, count } = await comparisons(() => payouts.readNotice({ 'x-callback-token': given }, {}));
    expect([answer !== null, count]).toEqual([isRight, 1]);
  }
});

test('compares the secret of an app and the metrics token in constant time, over HTTP', async () => {
  const service = await startTestService({ PID_METRICS_TOKEN: 'metrics-token' });
  const app = await newApp((await newPlayer(service)).client);
  for (const { given, isRight } of variants(app.clientSecret)) {
    const { answer, count } = await comparisons(() =>
      service.client().post('/v1/auth/token', {
        grant_type: 'client_credentials',
        client_id: app.clientId,
        client_secret: given,
      }),
    );
    expect([answer.status, count]).toEqual([isRight ? 200 : 401, 1]);
  }
  for (const { given, isRight } of variants('metrics-token')) {
    const { answer, count } = await comparisons(() =>
      service.client().get('/metrics', { authorization: `Bearer ${given}` }),
    );
    expect([answer.status, count]).toEqual([isRight ? 200 : 404, 1]);
  }
});
