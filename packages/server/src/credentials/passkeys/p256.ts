import { createPublicKey, type KeyObject } from 'node:crypto';
import { refuse } from '../../platform/errors/index.ts';

/** Order of the curve P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const halfOrder = order >> 1n;
const fieldBytes = 32;

/** SubjectPublicKeyInfo (RFC 5480) of a compressed P-256 point, up to the point itself. */
const compressedSpkiPrefix = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

/** Caches keys, because decompressing a point takes a quarter of a millisecond and signers return. */
const solved = new Map<string, KeyObject>();
const solvedMax = 10_000;

/** OpenSSL solves the curve equation for y and so refuses an x without a point. */
export function publicKeyOf(compressedKey: Uint8Array): KeyObject {
  const name = Buffer.from(compressedKey).toString('base64');
  const known = solved.get(name);
  if (known) return known;
  const key = createPublicKey({
    key: Buffer.concat([compressedSpkiPrefix, compressedKey]),
    format: 'der',
    type: 'spki',
  });
  if (solved.size >= solvedMax) solved.clear();
  solved.set(name, key);
  return key;
}

/** Returns the SEC 1 compressed form of a point on the curve; refuses any other point. */
export function compressPoint(x: Uint8Array, y: Uint8Array): Buffer {
  if (x.length !== fieldBytes || y.length !== fieldBytes)
    throw refuse('passkey_refused', { reason: 'key_no_point' });
  try {
    createPublicKey({
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: Buffer.from(x).toString('base64url'),
        y: Buffer.from(y).toString('base64url'),
      },
      format: 'jwk',
    });
  } catch {
    throw refuse('passkey_refused', { reason: 'key_no_point' });
  }
  return Buffer.concat([Buffer.from([(y.at(-1)! & 1) === 0 ? 2 : 3]), x]);
}

/**
 * Converts an ECDSA signature from DER, as browsers return it, to the chain's form: r ‖ s, 32 bytes each,
 * with the smaller of the two equivalent s values (SIMD-0075 refuses the other).
 */
export function lowSignatureOf(der: Uint8Array): Buffer {
  const { r, s } = readDer(der);
  return Buffer.concat([toFixed(r), toFixed(s > halfOrder ? order - s : s)]);
}

function readDer(der: Uint8Array): { r: bigint; s: bigint } {
  // Two integers of at most 33 bytes each fit the short form of every length.
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2) throw malformed();
  const r = readInteger(der, 2);
  const s = readInteger(der, r.end);
  if (s.end !== der.length) throw malformed();
  return { r: r.value, s: s.value };
}

function readInteger(der: Uint8Array, start: number): { value: bigint; end: number } {
  const length = der[start + 1];
  if (der[start] !== 0x02 || length === undefined || length === 0 || length > fieldBytes + 1)
    throw malformed();
  const end = start + 2 + length;
  if (end > der.length) throw malformed();
  const bytes = der.subarray(start + 2, end);
  const isNegative = bytes[0]! >= 0x80;
  const isPadded = length > 1 && bytes[0] === 0 && bytes[1]! < 0x80;
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  if (isNegative || isPadded || value === 0n || value >= order) throw malformed();
  return { value, end };
}

function toFixed(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(fieldBytes * 2, '0'), 'hex');
}

function malformed() {
  return refuse('passkey_refused', { reason: 'signature_not_der' });
}
