import { bigintFromBytes, bigintToBytes, concatBytes } from './bytes.ts';
import type { Bytes } from './bytes.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const HALF_ORDER = ORDER >> 1n;

/**
 * Converts a browser's DER signature into r ‖ s with a low s, the only form that the precompile accepts
 * (SIMD-0075).
 */
export function lowSFromDer(der: Uint8Array): Bytes {
  return toLowS(rawFromDer(der));
}

export function isLowS(raw: Uint8Array): boolean {
  return raw.length === 64 && bigintFromBytes(raw.subarray(32)) <= HALF_ORDER;
}

export function toLowS(raw: Uint8Array): Bytes {
  if (raw.length !== 64) throw new RangeError('a raw signature is 64 bytes');
  const s = bigintFromBytes(raw.subarray(32));
  if (s <= HALF_ORDER) return Uint8Array.from(raw);
  return concatBytes(raw.subarray(0, 32), bigintToBytes(ORDER - s, 32));
}

/** Reads `SEQUENCE { INTEGER r, INTEGER s }` strictly: minimal lengths, no stray bytes, both within the order. */
export function rawFromDer(der: Uint8Array): Bytes {
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || der.length > 72) throw malformed();
  const r = readInteger(der, 2);
  const s = readInteger(der, r.end);
  if (s.end !== der.length) throw malformed();
  return concatBytes(r.scalar, s.scalar);
}

export function derFromRaw(raw: Uint8Array): Bytes {
  if (raw.length !== 64) throw new RangeError('a raw signature is 64 bytes');
  const body = concatBytes(writeInteger(raw.subarray(0, 32)), writeInteger(raw.subarray(32)));
  return concatBytes(Uint8Array.of(0x30, body.length), body);
}

function readInteger(der: Uint8Array, start: number): { scalar: Bytes; end: number } {
  const length = der[start + 1] ?? 0;
  const end = start + 2 + length;
  if (der[start] !== 0x02 || length === 0 || length > 33 || end > der.length) throw malformed();
  const digits = der.subarray(start + 2, end);
  const [first = 0, second = 0] = digits;
  const padded = first === 0 && length > 1;
  if (first >= 0x80 || (padded && second < 0x80) || (!padded && length > 32)) throw malformed();
  const value = bigintFromBytes(digits);
  if (value === 0n || value >= ORDER) throw malformed();
  return { scalar: bigintToBytes(value, 32), end };
}

function writeInteger(scalar: Uint8Array): Bytes {
  let start = 0;
  while (start < 31 && scalar[start] === 0) start++;
  const digits = scalar.subarray(start);
  const sign = (digits[0] ?? 0) >= 0x80 ? 1 : 0;
  return concatBytes(Uint8Array.of(0x02, digits.length + sign), new Uint8Array(sign), digits);
}

function malformed(): RangeError {
  return new RangeError('signature must be a DER-encoded P-256 ECDSA signature');
}
