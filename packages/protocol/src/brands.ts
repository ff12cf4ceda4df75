import { assertU64, decodeHex, toHex, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { decodeAddress, encodeAddress } from '#addresses';
import { sha256 } from '#sha256';

/**
 * A 32-byte key in base58. The phantom keys equal those of @solana/kit's `Address`: both are one type for the
 * compiler, and this package needs no dependency.
 */
export type Address = string & {
  readonly '__brand:@solana/kit': 'Address';
  readonly '__stringEncoding:@solana/kit': 'base58';
};

declare const brand: unique symbol;

/** 32 bytes: an account id, a hash or a key. */
export type Bytes32 = Bytes & { readonly [brand]: 'Bytes32' };

/** A compressed P-256 point, 33 bytes that begin with 2 or 3. */
export type PasskeyPoint = Bytes & { readonly [brand]: 'PasskeyPoint' };

export type Lamports = bigint & { readonly [brand]: 'Lamports' };

// A cache: an address is parsed once at the edge and used in several places soon after. Each slot keeps the
// last address that maps to it.
const SLOTS = 64;
const slotTexts: string[] = Array.from({ length: SLOTS }, () => '');
const slotBytes: Bytes[] = Array.from({ length: SLOTS }, () => new Uint8Array(0));

/**
 * Returns the 32 bytes of a base58 key, or null for any other text. The bytes belong to the cache: do not
 * change them.
 */
function decodeKey(text: string): Bytes | null {
  // The last characters of keys are nearly random. If two keys share a slot, one is decoded again.
  const slot = (text.charCodeAt(text.length - 1) ^ (text.charCodeAt(text.length - 2) << 1)) & (SLOTS - 1);
  if (slotTexts[slot] === text) return slotBytes[slot]!;
  const bytes = decodeAddress(text);
  if (bytes === null) return null;
  slotTexts[slot] = text;
  slotBytes[slot] = bytes;
  return bytes;
}

export function isAddress(text: string): text is Address {
  return text !== '' && decodeKey(text) !== null;
}

export function toAddress(text: string): Address {
  if (!isAddress(text)) throw new RangeError('address must be 32 bytes in base58');
  return text;
}

/** Returns the 32 bytes of an address. They are shared: read them, but neither keep nor change them. */
export function sharedAddressBytes(address: Address): Bytes32 {
  const bytes = decodeKey(address);
  if (bytes?.length !== 32) throw new RangeError('address must be 32 bytes in base58');
  return bytes as Bytes32;
}

// Nearly every call names the same program, which would not stay in the small cache above.
let lastProgram: { readonly address: Address; readonly bytes: Bytes32 } | null = null;

/** Returns the 32 bytes of a program's address, shared as well. */
export function programBytes(program: Address): Bytes32 {
  if (lastProgram?.address !== program)
    lastProgram = { address: program, bytes: sharedAddressBytes(program) };
  return lastProgram.bytes;
}

/** Returns a copy of the 32 bytes of an address. */
export function addressBytes(address: Address): Bytes32 {
  return toBytes32(sharedAddressBytes(address));
}

export function addressFromBytes(bytes: Uint8Array): Address {
  if (bytes.length !== 32) throw new RangeError('address must be 32 bytes');
  return encodeAddress(bytes) as Address;
}

export function toBytes32(bytes: Uint8Array): Bytes32 {
  if (bytes.length !== 32) throw new RangeError('value must be 32 bytes');
  return new Uint8Array(bytes) as Bytes32;
}

export function toLamports(value: bigint): Lamports {
  assertU64(value, 'lamports');
  return value as Lamports;
}

/** Returns the id of an identity on the chain: sha256 of its pid. */
export function accountIdFromPid(pid: string): Bytes32 {
  return sha256(utf8(pid)) as Bytes32;
}

/** Reads the wire form of an account id: 0x and 64 hexadecimal digits. */
export function accountIdFromHex(text: string): Bytes32 {
  const bytes = text.length === 66 && text.startsWith('0x') ? decodeHex(text, 2) : null;
  if (!bytes) throw new RangeError('accountId must be 0x followed by 64 hex characters');
  return bytes as Bytes32;
}

export function toPrefixedHex(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
}

/** sha256 of the rpId, the first field of authenticatorData. */
export function rpIdHashFromRpId(rpId: string): Bytes32 {
  return sha256(utf8(rpId)) as Bytes32;
}

/** Brands bytes that are known to be a point: they were checked before or come from the chain. */
export function brandPasskeyPoint(bytes: Uint8Array): PasskeyPoint {
  if (bytes.length !== 33) throw new RangeError('a compressed point is 33 bytes');
  return Uint8Array.from(bytes) as PasskeyPoint;
}
