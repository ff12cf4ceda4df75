import {
  COUNTED_FUNCTIONS,
  REFUSED_FUNCTIONS,
  callDigest,
  hexOf,
  keccak256,
  parseEvmAddress,
  permissionDigest,
  permissionTypedData,
  toEvmAddress,
} from '@pid/protocol/evm';
import * as fc from 'fast-check';
import {
  getAddress,
  hashTypedData,
  keccak256 as viemKeccak256,
  toFunctionSelector,
  type TypedDataDefinition,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { anyCall, anyDomain, anyPermission } from './testing/arbitraries.ts';

const callTypes = {
  Call: [
    { name: 'permission', type: 'bytes32' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'dataHash', type: 'bytes32' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint64' },
  ],
} as const;

describe('digests equal those of viem for', () => {
  test('keccak256 of messages around every block boundary', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600, size: 'max' }), (message) => {
        expect(hexOf(keccak256(message))).toBe(viemKeccak256(message));
      }),
    );
    for (const length of [0, 1, 135, 136, 137, 271, 272, 273]) {
      const message = new Uint8Array(length).fill(0xa5);
      expect(hexOf(keccak256(message))).toBe(viemKeccak256(message));
    }
  });

  test('a permission, computed from the typed data that wallets show, after a round trip through JSON', () => {
    fc.assert(
      fc.property(anyDomain, anyPermission, (domain, permission) => {
        const typedData: TypedDataDefinition = JSON.parse(
          JSON.stringify(permissionTypedData(domain, permission)),
        );
        expect(hexOf(permissionDigest(domain, permission))).toBe(hashTypedData(typedData));
      }),
    );
  });

  test('a call', () => {
    fc.assert(
      fc.property(anyDomain, anyCall, (domain, call) => {
        const expected = hashTypedData({
          domain: {
            name: 'PID Permissions',
            version: '1',
            chainId: domain.chainId,
            verifyingContract: domain.account,
          },
          types: callTypes,
          primaryType: 'Call',
          message: { ...call, dataHash: viemKeccak256(call.data), deadline: BigInt(call.deadline) },
        });
        expect(hexOf(callDigest(domain, call))).toBe(expected);
      }),
    );
  });

  test('a fixed permission: its digest never changes', () => {
    const account = toEvmAddress('0x1111111111111111111111111111111111111111');
    const permission = {
      verifier: toEvmAddress('0x2222222222222222222222222222222222222222'),
      keyX: `0x${'33'.repeat(32)}`,
      keyY: `0x${'44'.repeat(32)}`,
      calls: [{ to: toEvmAddress('0x5555555555555555555555555555555555555555'), selector: '0xa9059cbb' }],
      spend: [{ token: null, limit: 10n ** 18n, period: 'day' }],
      start: 0,
      expiry: 1_800_000_000,
      salt: `0x${'66'.repeat(32)}`,
    } as const;
    expect(hexOf(permissionDigest({ chainId: 8453, account }, permission))).toBe(
      '0xf5d0fda309935f1cbaf15a35f1e8ed228cc050ca5a2461ac8c40586464ffaabf',
    );
  });
});

test('addresses get the same EIP-55 checksum as in viem, and a wrong checksum is refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const plain = hexOf(bytes);
      const expected = getAddress(plain);
      expect(parseEvmAddress(plain)).toBe(expected);
      expect(parseEvmAddress(expected)).toBe(expected);
      const upper = `0x${plain.slice(2).toUpperCase()}`;
      expect(parseEvmAddress(upper)).toBe(expected);
      // Change the case of one letter. The address must have letters in both cases.
      const wrong = expected.replace(/[a-f](?=.*[A-F])|[A-F](?=.*[a-f])/, (letter) =>
        letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
      );
      const isMixed =
        wrong.slice(2) !== wrong.slice(2).toLowerCase() && wrong.slice(2) !== wrong.slice(2).toUpperCase();
      expect(parseEvmAddress(wrong)).toBe(isMixed && wrong !== expected ? null : expected);
    }),
  );
  for (const text of [
    '',
    '0x',
    '0x12',
    `0x${'1'.repeat(41)}`,
    `0X${'1'.repeat(40)}`,
    'native',
    `0x${'g'.repeat(40)}`,
  ])
    expect(parseEvmAddress(text)).toBeNull();
});

test('every listed selector matches its function', () => {
  for (const [selector, { signature }] of COUNTED_FUNCTIONS)
    expect(toFunctionSelector(`function ${signature}`)).toBe(selector);
  for (const [selector, signature] of REFUSED_FUNCTIONS)
    expect(toFunctionSelector(`function ${signature}`)).toBe(selector);
});
