import { publicKeyRule } from '@pid/contract';
import { compressP256Point, fromBase64Url, fromHex } from '@pid/protocol';
import { hexOf, type Hex } from '@pid/protocol/evm';

/** Returns the coordinates of a P-256 point from uncompressed hex or from a WebCrypto JWK. */
export function readPublicKey(value: unknown): { keyX: Hex; keyY: Hex } | { problem: string } {
  const point = typeof value === 'string' ? pointFromHex(value) : pointFromJwk(value);
  if (point === 'private')
    return { problem: 'publicKey must not contain a private key: make a new one, this one has travelled' };
  if (!point) return { problem: `publicKey ${publicKeyRule}` };
  try {
    compressP256Point(point);
  } catch {
    return { problem: 'publicKey must lie on the curve P-256' };
  }
  return { keyX: hexOf(point.subarray(1, 33)), keyY: hexOf(point.subarray(33)) };
}

export function uncompressedKey(keyX: Hex, keyY: Hex): Hex {
  return `0x04${keyX.slice(2)}${keyY.slice(2)}`;
}

function pointFromHex(text: string): Uint8Array | null {
  return /^(0x)?04[0-9a-fA-F]{128}$/.test(text) ? fromHex(text.replace(/^0x/, '')) : null;
}

function pointFromJwk(value: unknown): Uint8Array | 'private' | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kty, crv, x, y, d }: { kty?: unknown; crv?: unknown; x?: unknown; y?: unknown; d?: unknown } =
    value;
  if (d !== undefined) return 'private';
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return null;
  try {
    const point = Uint8Array.of(4, ...fromBase64Url(x), ...fromBase64Url(y));
    return point.length === 65 && fromBase64Url(x).length === 32 ? point : null;
  } catch {
    return null;
  }
}
