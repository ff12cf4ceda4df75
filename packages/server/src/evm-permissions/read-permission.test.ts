import { REFUSED_FUNCTIONS, COUNTED_FUNCTIONS } from '@pid/protocol/evm';
import { expect, test } from 'vitest';
import { ServiceError } from '../platform/errors/index.ts';
import { readPermission } from './read-permission.ts';
import { account, game, sampleRequest, token, verifier } from './testing/sample-request.ts';
import { softKey } from './testing/soft-keys.ts';

const now = 1_800_000_000;
const read = (changes: Record<string, unknown> = {}) => readPermission(sampleRequest(now, changes), now);

function problemsOf(changes: Record<string, unknown>): readonly string[] {
  try {
    read(changes);
  } catch (error) {
    if (error instanceof ServiceError && Array.isArray(error.publicMessage)) return error.publicMessage;
    throw error;
  }
  return [];
}

test('accepts a valid request and returns checksummed addresses', () => {
  const { domain, permission } = read({
    account: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
    calls: [{ to: `0x${'ABCDEF0123'.repeat(4)}`, selector: '0xABCDEF01' }],
    spend: [],
  });
  expect(domain.account).toBe('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
  expect(permission.calls[0]!.selector).toBe('0xabcdef01');
  expect(permission.start).toBe(0);
});

const zero = `0x${'0'.repeat(40)}`;
test.each<[string, Record<string, unknown>, string]>([
  [
    'a wrong checksum of the account',
    { account: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
    'account must have a right EIP-55 checksum, or be all in lower case',
  ],
  [
    'a wrong checksum of a target',
    { calls: [{ to: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', selector: '0x12345678' }] },
    'calls[0].to must have a right EIP-55 checksum, or be all in lower case',
  ],
  ['the zero account', { account: zero }, 'account must not be the zero address'],
  ['the zero verifier', { verifier: zero }, 'verifier must not be the zero address'],
  ['a verifier that is the account', { verifier: account }, 'verifier must not be the account itself'],
  [
    'a call to the account itself',
    { calls: [{ to: account, selector: '0x12345678' }] },
    'calls[0].to must not be the account itself',
  ],
  [
    'a call to the verifier',
    { calls: [{ to: verifier, selector: '0x12345678' }] },
    'calls[0].to must not be the verifier',
  ],
  [
    'a target that others read as any',
    { calls: [{ to: `0x${'32'.repeat(20)}`, selector: '0x12345678' }] },
    'calls[0].to must be one contract, no wildcard',
  ],
  [
    'the zero target',
    { calls: [{ to: zero, selector: '0x12345678' }] },
    'calls[0].to must be one contract, no wildcard',
  ],
  [
    'a selector that others read as any',
    { calls: [{ to: game, selector: '0x00000000' }] },
    'calls[0].selector must be one function, no wildcard',
  ],
  [
    'a call twice',
    {
      calls: [
        { to: game, selector: '0xabcdef01' },
        { to: game, selector: '0xABCDEF01' },
      ],
    },
    'calls[1] must not repeat calls[0]',
  ],
  [
    'a limit twice',
    {
      spend: [
        { token, limit: '1000', period: 'hour' },
        { token: 'native', limit: '1', period: 'hour' },
        { token, limit: '5', period: 'hour' },
      ],
    },
    'spend[2] must not repeat spend[0]',
  ],
  [
    'a limit of nothing',
    { spend: [{ token, limit: '0', period: 'hour' }] },
    'spend[0].limit must be at least 1 and fit 256 bits',
  ],
  [
    'a limit beyond 256 bits',
    { spend: [{ token, limit: String(2n ** 256n), period: 'hour' }] },
    'spend[0].limit must be at least 1 and fit 256 bits',
  ],
  [
    'the native coin by its address',
    {
      spend: [
        { token: zero, limit: '1', period: 'hour' },
        { token, limit: '1', period: 'day' },
      ],
    },
    'spend[0].token must be native, not the zero address',
  ],
  [
    'a token function without a limit of the token',
    { spend: [{ token: 'native', limit: '1', period: 'day' }] },
    `calls[1].selector is transfer(address,uint256), which spends the token: spend must have an entry for ${token}`,
  ],
  [
    'a plain payment without a native limit',
    { calls: [{ to: game, selector: '0xe0e0e0e0' }], spend: [] },
    'calls[0].selector stands for a plain payment: spend must have an entry for native',
  ],
  ['an expiry of now', { expiry: now }, 'expiry must lie in the future'],
  [
    'an expiry more than 366 days ahead',
    { expiry: now + 366 * 86_400 + 1 },
    'expiry must be at most 366 days ahead',
  ],
  ['a start at the expiry', { start: now + 86_400 }, 'start must lie before expiry'],
  [
    'a key that is no key',
    { publicKey: '0x1234' },
    'publicKey must be a P-256 public key: 0x04 and 128 hex digits, or a JWK with kty EC, crv P-256, x and y',
  ],
  [
    'a compressed key',
    { publicKey: `0x02${'11'.repeat(32)}` },
    'publicKey must be a P-256 public key: 0x04 and 128 hex digits, or a JWK with kty EC, crv P-256, x and y',
  ],
  [
    'a point that is not on the curve',
    { publicKey: `0x04${'11'.repeat(64)}` },
    'publicKey must lie on the curve P-256',
  ],
  ['the point at infinity', { publicKey: `0x04${'00'.repeat(64)}` }, 'publicKey must lie on the curve P-256'],
  [
    'a JWK of another curve',
    { publicKey: { kty: 'EC', crv: 'secp256k1', x: 'AA', y: 'AA' } },
    'publicKey must be a P-256 public key: 0x04 and 128 hex digits, or a JWK with kty EC, crv P-256, x and y',
  ],
  [
    'a JWK with short coordinates',
    { publicKey: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } },
    'publicKey must be a P-256 public key: 0x04 and 128 hex digits, or a JWK with kty EC, crv P-256, x and y',
  ],
  [
    'a private key',
    { publicKey: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' } },
    'publicKey must not contain a private key: make a new one, this one has travelled',
  ],
])('refuses %s', (_name, changes, sentence) => {
  expect(problemsOf(changes)).toEqual([sentence]);
});

test('refuses every approval function that no limit can count', () => {
  for (const [selector, signature] of REFUSED_FUNCTIONS) {
    expect(problemsOf({ calls: [{ to: token, selector }] })).toEqual([
      `calls[0].selector must not be ${signature}: it hands out a right that no limit can count`,
    ]);
  }
});

test('allows every counted function on a token with a limit, and refuses it on any other contract', () => {
  for (const selector of COUNTED_FUNCTIONS.keys()) {
    expect(problemsOf({ calls: [{ to: token, selector }] })).toEqual([]);
    expect(problemsOf({ calls: [{ to: game, selector }] })).toHaveLength(1);
  }
});

test('reports all broken rules together', () => {
  expect(problemsOf({ expiry: 5, account: zero, publicKey: 'x' })).toHaveLength(3);
});

test('reads the same key from hex, from hex without prefix and from a WebCrypto JWK', () => {
  const key = softKey();
  const coordinate = (hex: string) => Buffer.from(hex.slice(2), 'hex').toString('base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: coordinate(key.keyX),
    y: coordinate(key.keyY),
    ext: true,
    key_ops: [],
  };
  for (const publicKey of [key.uncompressed, key.uncompressed.slice(2), jwk])
    expect(read({ publicKey }).permission).toMatchObject({ keyX: key.keyX, keyY: key.keyY });
});

test('one token may have a limit for each period', () => {
  const spend = (['hour', 'day', 'week', 'month'] as const).map((period) => ({ token, limit: '5', period }));
  expect(read({ spend }).permission.spend).toHaveLength(4);
});
