import { bigintToBytes, concatBytes, fromHex, toHex, utf8 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { evmAddressBytes } from './address.ts';
import type { EvmAddress, Hex } from './address.ts';
import { keccak256 } from './keccak256.ts';

/** In the order of their numbers on the chain. */
export const PERIODS = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The token address that stands for the chain's native coin. */
export const NATIVE_TOKEN = `0x${'0'.repeat(40)}` as const;
/** Stands for a call without data, which has no selector. */
export const EMPTY_DATA_SELECTOR = '0xe0e0e0e0';

/** The account of a permission or call: the EIP-712 domain. */
export interface PermissionDomain {
  readonly chainId: number;
  readonly account: EvmAddress;
}

export interface CallScope {
  readonly to: EvmAddress;
  readonly selector: Hex;
}

export interface SpendLimit {
  /** Null means the chain's native coin. */
  readonly token: EvmAddress | null;
  readonly limit: bigint;
  readonly period: Period;
}

export interface Permission {
  readonly verifier: EvmAddress;
  readonly keyX: Hex;
  readonly keyY: Hex;
  readonly calls: readonly CallScope[];
  readonly spend: readonly SpendLimit[];
  readonly start: number;
  readonly expiry: number;
  readonly salt: Hex;
}

export interface PermissionCall {
  /** Digest of the permission under which the call is made. */
  readonly permission: Hex;
  readonly to: EvmAddress;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly nonce: bigint;
  readonly deadline: number;
}

const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const CALL_SCOPE_TYPE = 'CallScope(address to,bytes4 selector)';
const SPEND_LIMIT_TYPE = 'SpendLimit(address token,uint256 limit,uint8 period)';
const PERMISSION_TYPE = `Permission(address verifier,bytes32 keyX,bytes32 keyY,CallScope[] calls,SpendLimit[] spend,uint64 start,uint64 expiry,bytes32 salt)${CALL_SCOPE_TYPE}${SPEND_LIMIT_TYPE}`;
const CALL_TYPE =
  'Call(bytes32 permission,address to,uint256 value,bytes32 dataHash,uint256 nonce,uint64 deadline)';

const DOMAIN_NAME = 'PID Permissions';
const DOMAIN_VERSION = '1';

/** Returns the digest that the owner's passkey signs. Its raw 32 bytes are the challenge. */
export function permissionDigest(domain: PermissionDomain, permission: Permission): Bytes {
  return typedDigest(
    domain,
    structHash(
      PERMISSION_TYPE,
      addressWord(permission.verifier),
      bytes32Word(permission.keyX),
      bytes32Word(permission.keyY),
      listHash(permission.calls, (call) =>
        structHash(CALL_SCOPE_TYPE, addressWord(call.to), selectorWord(call.selector)),
      ),
      listHash(permission.spend, (entry) =>
        structHash(
          SPEND_LIMIT_TYPE,
          addressWord(entry.token),
          uintWord(entry.limit),
          uintWord(periodNumber(entry.period)),
        ),
      ),
      uintWord(permission.start),
      uintWord(permission.expiry),
      bytes32Word(permission.salt),
    ),
  );
}

/**
 * Returns the digest that the session key signs. The signature covers its sha256, because WebCrypto hashes
 * every input.
 */
export function callDigest(domain: PermissionDomain, call: PermissionCall): Bytes {
  return typedDigest(
    domain,
    structHash(
      CALL_TYPE,
      bytes32Word(call.permission),
      addressWord(call.to),
      uintWord(call.value),
      keccak256(call.data),
      uintWord(call.nonce),
      uintWord(call.deadline),
    ),
  );
}

export function periodNumber(period: Period): number {
  return PERIODS.indexOf(period);
}

/** Returns the permission in the form that every wallet can show (`eth_signTypedData_v4`). */
export function permissionTypedData(domain: PermissionDomain, permission: Permission) {
  return {
    domain: {
      name: DOMAIN_NAME,
      version: DOMAIN_VERSION,
      chainId: domain.chainId,
      verifyingContract: domain.account,
    },
    types: {
      EIP712Domain: fieldsOf(DOMAIN_TYPE),
      Permission: fieldsOf(PERMISSION_TYPE),
      CallScope: fieldsOf(CALL_SCOPE_TYPE),
      SpendLimit: fieldsOf(SPEND_LIMIT_TYPE),
    },
    primaryType: 'Permission' as const,
    message: {
      verifier: permission.verifier,
      keyX: permission.keyX,
      keyY: permission.keyY,
      calls: permission.calls.map(({ to, selector }) => ({ to, selector })),
      spend: permission.spend.map((entry) => ({
        token: entry.token ?? NATIVE_TOKEN,
        limit: String(entry.limit),
        period: periodNumber(entry.period),
      })),
      start: permission.start,
      expiry: permission.expiry,
      salt: permission.salt,
    },
  };
}

export type PermissionTypedData = ReturnType<typeof permissionTypedData>;

/**
 * Reads the fields from the text of the type, so that the fields shown cannot differ from the fields hashed.
 */
function fieldsOf(type: string): { name: string; type: string }[] {
  const inner = type.slice(type.indexOf('(') + 1, type.indexOf(')'));
  return inner.split(',').map((field) => {
    const [kind = '', name = ''] = field.split(' ');
    return { name, type: kind };
  });
}

function typedDigest(domain: PermissionDomain, hash: Uint8Array): Bytes {
  const separator = structHash(
    DOMAIN_TYPE,
    keccak256(utf8(DOMAIN_NAME)),
    keccak256(utf8(DOMAIN_VERSION)),
    uintWord(domain.chainId),
    addressWord(domain.account),
  );
  return keccak256(concatBytes(Uint8Array.of(0x19, 0x01), separator, hash));
}

const typeHashes = new Map<string, Bytes>();

function structHash(type: string, ...words: readonly Uint8Array[]): Bytes {
  let typeHash = typeHashes.get(type);
  if (!typeHash) typeHashes.set(type, (typeHash = keccak256(utf8(type))));
  return keccak256(concatBytes(typeHash, ...words));
}

function listHash<T>(entries: readonly T[], hashOf: (entry: T) => Uint8Array): Bytes {
  return keccak256(concatBytes(...entries.map(hashOf)));
}

function uintWord(value: bigint | number): Bytes {
  return bigintToBytes(BigInt(value), 32);
}

function addressWord(address: EvmAddress | null): Bytes {
  return address === null ? new Uint8Array(32) : concatBytes(new Uint8Array(12), evmAddressBytes(address));
}

function selectorWord(selector: Hex): Bytes {
  return concatBytes(hexBytes(selector, 4), new Uint8Array(28));
}

function bytes32Word(value: Hex): Bytes {
  return hexBytes(value, 32);
}

function hexBytes(value: Hex, length: number): Bytes {
  const bytes = fromHex(value.slice(2));
  if (bytes.length !== length) throw new RangeError(`value must be ${length} bytes in hex`);
  return bytes;
}

export function hexOf(bytes: Uint8Array): Hex {
  return `0x${toHex(bytes)}`;
}
