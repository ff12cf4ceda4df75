import { addErrorCorrection } from './error-correction.ts';
import { drawMatrix } from './draw-matrix.ts';

/** Level M of versions 1 to 20 (ISO/IEC 18004, table 9): enough for 666 bytes, far more than a payment link. */
const CHECK_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCK_COUNTS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

export type QrMatrix = readonly (readonly boolean[])[];

/** All modules of a version that are left for data and check bytes, in whole bytes. */
function rawBytes(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

function dataBytes(version: number): number {
  return rawBytes(version) - (CHECK_BYTES[version - 1] ?? 0) * (BLOCK_COUNTS[version - 1] ?? 0);
}

function toBits(value: number, length: number): number[] {
  return Array.from({ length }, (_, index) => (value >>> (length - 1 - index)) & 1);
}

function toCodewords(bytes: Uint8Array, version: number): number[] {
  const capacity = dataBytes(version);
  const bits = [...toBits(4, 4), ...toBits(bytes.length, version < 10 ? 8 : 16)];
  for (const byte of bytes) bits.push(...toBits(byte, 8));
  bits.push(...toBits(0, Math.min(4, capacity * 8 - bits.length)));
  while (bits.length % 8 !== 0) bits.push(0);
  const codewords: number[] = [];
  for (let index = 0; index < bits.length; index += 8) {
    codewords.push(bits.slice(index, index + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  }
  for (let pad = 0; codewords.length < capacity; pad += 1) codewords.push(pad % 2 === 0 ? 0xec : 0x11);
  return codewords;
}

/** A QR code of the text in byte mode at level M, in the smallest version that holds it. */
export function encodeQr(text: string, forcedMask?: number): QrMatrix {
  const bytes = new TextEncoder().encode(text);
  const versions = CHECK_BYTES.map((_, index) => index + 1);
  const version = versions.find((version) => dataBytes(version) >= bytes.length + (version < 10 ? 2 : 3));
  if (version === undefined) throw new RangeError(`${bytes.length} bytes do not fit into a QR code`);
  const codewords = toCodewords(bytes, version);
  const all = addErrorCorrection(codewords, BLOCK_COUNTS[version - 1] ?? 1, CHECK_BYTES[version - 1] ?? 0);
  return drawMatrix(version, all, forcedMask);
}
