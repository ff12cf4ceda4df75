import { createPublicKey, verify } from 'node:crypto';
import { isLowS } from '@pid/protocol';
import { describe, expect, test } from 'vitest';
import {
  createSessionKey,
  grantPageUrl,
  newNonce,
  newSalt,
  signCall,
  type CallToSign,
  type SessionKey,
} from '../src/permissions.ts';

const call: CallToSign = {
  chainId: 8453,
  account: '0x1111111111111111111111111111111111111111',
  permission: `0x${'ab'.repeat(32)}`,
  to: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  value: 5n,
  data: '0x12345678',
  nonce: 7n,
  deadline: 1_800_000_000,
};

const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex');

function isSignedBy(key: SessionKey, digest: string, signature: string): boolean {
  const point = bytes(key.publicKey);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return verify(
    'sha256',
    bytes(digest),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  );
}

describe('session keys', () => {
  test('the private key cannot be exported in any format', async () => {
    const key = await createSessionKey();
    expect(key.publicKey).toMatch(/^0x04[0-9a-f]{128}$/);
    expect(key.privateKey.extractable).toBe(false);
    for (const format of ['jwk', 'pkcs8'] as const)
      await expect(crypto.subtle.exportKey(format, key.privateKey)).rejects.toThrow(/not extractable/i);
  });

  test('salts and nonces are 32 random bytes', () => {
    expect(newSalt()).toMatch(/^0x[0-9a-f]{64}$/);
    expect(newSalt()).not.toBe(newSalt());
    expect(newNonce()).not.toBe(newNonce());
  });
});

describe('signing a call', () => {
  test('returns the digest of the typed call and always a low-s signature', async () => {
    const key = await createSessionKey();
    // Half of all raw signatures have a high s. The chance that twenty in a row have none is one in a
    // million.
    for (let i = 0; i < 20; i += 1) {
      const signed = await signCall(key, { ...call, nonce: BigInt(i) });
      expect(isSignedBy(key, signed.digest, signed.signature)).toBe(true);
      expect(isLowS(bytes(signed.signature))).toBe(true);
      expect(signed.signature).toBe(`${signed.r}${signed.s.slice(2)}`);
    }
  });

  test('signs every field', async () => {
    const key = await createSessionKey();
    const changes: Partial<CallToSign>[] = [
      {},
      { chainId: 1 },
      { account: '0x2222222222222222222222222222222222222222' },
      { permission: `0x${'cd'.repeat(32)}` },
      { to: '0x3333333333333333333333333333333333333333' },
      { value: 6n },
      { data: '0x1234567800' },
      { nonce: 8n },
      { deadline: 1_800_000_001 },
    ];
    const digests = await Promise.all(
      changes.map(async (change) => (await signCall(key, { ...call, ...change })).digest),
    );
    expect(new Set(digests).size).toBe(changes.length);
  });

  test('refuses an address with a wrong checksum and data that is not hex', async () => {
    const key = await createSessionKey();
    await expect(
      signCall(key, { ...call, to: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }),
    ).rejects.toThrow(RangeError);
    await expect(signCall(key, { ...call, data: '0x123' })).rejects.toThrow(RangeError);
  });
});

test('grantPageUrl contains the app, the redirect URI, the state and the terms', async () => {
  const { publicKey } = await createSessionKey();
  const terms = {
    chainId: 1,
    account: call.account,
    verifier: call.to,
    publicKey,
    calls: [],
    spend: [],
    expiry: 5,
    salt: newSalt(),
  };
  const url = new URL(
    grantPageUrl('https://pid.example', {
      clientId: 'app_1',
      redirectUri: 'https://game.example/back?x=1&y=2',
      state: 's',
      responseMode: 'web_message',
      terms,
    }),
  );
  expect(url.origin + url.pathname).toBe('https://pid.example/grant');
  expect(url.searchParams.get('redirect_uri')).toBe('https://game.example/back?x=1&y=2');
  expect(JSON.parse(url.searchParams.get('request')!)).toEqual(terms);
  expect([
    url.searchParams.get('client_id'),
    url.searchParams.get('state'),
    url.searchParams.get('response_mode'),
  ]).toEqual(['app_1', 's', 'web_message']);
});
