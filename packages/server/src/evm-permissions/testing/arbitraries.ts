import {
  PERIODS,
  evmAddressFromBytes,
  hexOf,
  type Permission,
  type PermissionCall,
  type PermissionDomain,
} from '@pid/protocol/evm';
import * as fc from 'fast-check';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const address = bytes(20).map(evmAddressFromBytes);
const word = bytes(32).map(hexOf);
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const seconds = fc.integer({ min: 0, max: 4_000_000_000 });

export const anyDomain: fc.Arbitrary<PermissionDomain> = fc.record({
  chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  account: address,
});

export const anyPermission: fc.Arbitrary<Permission> = fc.record({
  verifier: address,
  keyX: word,
  keyY: word,
  calls: fc.array(fc.record({ to: address, selector: bytes(4).map(hexOf) }), { maxLength: 5 }),
  spend: fc.array(
    fc.record({ token: fc.option(address), limit: uint256, period: fc.constantFrom(...PERIODS) }),
    { maxLength: 4 },
  ),
  start: seconds,
  expiry: seconds,
  salt: word,
});

export const anyCall: fc.Arbitrary<PermissionCall> = fc.record({
  permission: word,
  to: address,
  value: uint256,
  data: fc.uint8Array({ maxLength: 300 }),
  nonce: uint256,
  deadline: seconds,
});
