import { brandPasskeyPoint } from './brands.ts';
import type { PasskeyPoint } from './brands.ts';
import { bigintFromBytes, bigintToBytes, concatBytes } from './bytes.ts';
import type { Bytes } from './bytes.ts';

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Compresses x and y (32 bytes each, big-endian) after checking that they lie on the curve. */
export function compressP256(x: Uint8Array, y: Uint8Array): PasskeyPoint {
  if (x.length !== 32 || y.length !== 32) throw new RangeError('a P-256 coordinate is 32 bytes');
  const yValue = bigintFromBytes(y);
  const xValue = bigintFromBytes(x);
  if (xValue >= P || yValue >= P || (yValue * yValue) % P !== rightSide(xValue)) {
    throw new RangeError('point is not on P-256');
  }
  return brandPasskeyPoint(concatBytes(Uint8Array.of(2 | ((y[31] ?? 0) & 1)), x));
}

/** Reads an uncompressed SEC 1 point (0x04 ‖ x ‖ y). */
export function compressP256Point(uncompressed: Uint8Array): PasskeyPoint {
  if (uncompressed.length !== 65 || uncompressed[0] !== 4) {
    throw new RangeError('an uncompressed P-256 point is 65 bytes that begin with 4');
  }
  return compressP256(uncompressed.subarray(1, 33), uncompressed.subarray(33));
}

/**
 * Accepts 33 bytes as a passkey's point only if a y exists for them: otherwise nobody could ever sign.
 */
export function toPasskeyPoint(bytes: Uint8Array): PasskeyPoint {
  decompressP256(bytes);
  return brandPasskeyPoint(bytes);
}

/** Restores 0x04 ‖ x ‖ y. P is 3 modulo 4, so a square root is one exponentiation. */
export function decompressP256(compressed: Uint8Array): Bytes {
  const prefix = compressed[0];
  if (compressed.length !== 33 || (prefix !== 2 && prefix !== 3)) {
    throw new RangeError('a compressed P-256 point is 33 bytes that begin with 2 or 3');
  }
  const x = bigintFromBytes(compressed.subarray(1));
  const square = rightSide(x);
  const root = power(square, (P + 1n) / 4n);
  if (x >= P || (root * root) % P !== square) throw new RangeError('point is not on P-256');
  const y = (root & 1n) === BigInt(prefix & 1) ? root : P - root;
  return concatBytes(Uint8Array.of(4), compressed.subarray(1), bigintToBytes(y, 32));
}

function rightSide(x: bigint): bigint {
  return ((((x * x - 3n) * x + B) % P) + P) % P; // Of the curve y² = x³ − 3x + b
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % P;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
