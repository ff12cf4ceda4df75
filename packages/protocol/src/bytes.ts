const ENCODER = new TextEncoder();

export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return ENCODER.encode(text);
}

export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const HEX_VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_VALUES[digit.charCodeAt(0)] = value;
  HEX_VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Returns −1 for any other character. */
function hexDigit(code: number): number {
  return code < 128 ? HEX_VALUES[code]! : -1;
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX_PAIRS[bytes[i]!]!;
  return text;
}

export function fromHex(text: string): Bytes {
  const bytes = decodeHex(text, 0);
  if (!bytes) throw new RangeError('hex must be pairs of hexadecimal digits');
  return bytes;
}

/** Decodes the pairs of hexadecimal digits from `start` on; returns null if there is anything else. */
export function decodeHex(text: string, start: number): Bytes | null {
  if ((text.length - start) % 2 !== 0) return null;
  const bytes = new Uint8Array((text.length - start) / 2);
  let offset = start;
  for (let i = 0; i < bytes.length; i++) {
    const byte = (hexDigit(text.charCodeAt(offset)) << 4) | hexDigit(text.charCodeAt(offset + 1));
    if (byte < 0) return null;
    bytes[i] = byte;
    offset += 2;
  }
  return bytes;
}

export function bigintFromBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}

export function bigintToBytes(value: bigint, length: number): Bytes {
  if (value < 0n || value >> BigInt(length * 8) !== 0n)
    throw new RangeError(`value must fit ${length} bytes`);
  return fromHex(value.toString(16).padStart(length * 2, '0'));
}

const U64_MAX = (1n << 64n) - 1n;
const I64_MAX = (1n << 63n) - 1n;

export function assertU64(value: bigint, name: string): void {
  if (value < 0n || value > U64_MAX) throw new RangeError(`${name} must be an unsigned 64-bit integer`);
}

/** A little-endian writer of fixed width. `finish` throws unless every byte was written. */
export class ByteWriter {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  #offset = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Starts again in the same memory and overwrites the previous result. */
  restart(): this {
    this.#offset = 0;
    return this;
  }

  bytes(value: Uint8Array, length: number, name: string): this {
    if (value.length !== length) throw new RangeError(`${name} must be ${length} bytes`);
    this.#bytes.set(value, this.#offset);
    this.#offset += length;
    return this;
  }

  u8(value: number): this {
    assertUnsigned(value, 0xff, 8);
    this.#view.setUint8(this.#offset, value);
    this.#offset += 1;
    return this;
  }

  u16(value: number): this {
    assertUnsigned(value, 0xffff, 16);
    this.#view.setUint16(this.#offset, value, true);
    this.#offset += 2;
    return this;
  }

  u32(value: number): this {
    assertUnsigned(value, 0xffffffff, 32);
    this.#view.setUint32(this.#offset, value, true);
    this.#offset += 4;
    return this;
  }

  u64(value: bigint, name: string): this {
    assertU64(value, name);
    this.#view.setBigUint64(this.#offset, value, true);
    this.#offset += 8;
    return this;
  }

  /** Unix seconds: signed on the chain, never negative here. */
  i64(value: bigint, name: string): this {
    if (value < 0n || value > I64_MAX)
      throw new RangeError(`${name} must be a non-negative signed 64-bit integer`);
    return this.u64(value, name);
  }

  finish(length = this.#bytes.length): Bytes {
    if (this.#offset !== length) throw new Error('layout is not completely written');
    return length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, length);
  }
}

function assertUnsigned(value: number, max: number, bits: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new RangeError(`value must be an unsigned ${bits}-bit integer`);
}
