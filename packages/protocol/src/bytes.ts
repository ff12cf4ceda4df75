const ENCODER = new TextEncoder();
const HEX_PATTERN = /^(?:[0-9a-f]{2})*$/i;
const BASE64URL_PATTERN = /^[A-Za-z0-9_-]*$/;
const BASE64URL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

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

/** Digits lie before letters, and bit 5 tells small letters from capitals. */
function hexDigit(code: number): number {
  return code < 0x40 ? code - 0x30 : (code | 0x20) - 0x57;
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX_PAIRS[bytes[i]!]!;
  return text;
}

export function fromHex(text: string): Bytes {
  if (!HEX_PATTERN.test(text)) throw new RangeError('hex must be pairs of hexadecimal digits');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = (hexDigit(text.charCodeAt(i * 2)) << 4) | hexDigit(text.charCodeAt(i * 2 + 1));
  return bytes;
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(bytes.length - i, 3) + 1;
    for (let k = 0; k < digits; k++) text += BASE64URL_ALPHABET[(group >> (18 - 6 * k)) & 63];
  }
  return text;
}

/** Decodes unpadded base64url strictly: a second spelling of the same bytes is refused. */
export function fromBase64Url(text: string): Bytes {
  if (!BASE64URL_PATTERN.test(text) || text.length % 4 === 1) {
    throw new RangeError('base64url must be unpadded and of a possible length');
  }
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let offset = 0;
  for (const character of text) {
    buffer = ((buffer << 6) | BASE64URL_ALPHABET.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[offset++] = (buffer >> bits) & 0xff;
    }
  }
  if ((buffer & ((1 << bits) - 1)) !== 0) throw new RangeError('base64url has stray bits at its end');
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

/** A little-endian, fixed-width writer; `finish` insists that every byte was written. */
export class ByteWriter {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  #offset = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
    this.#view = new DataView(this.#bytes.buffer);
  }

  bytes(value: Uint8Array, length: number, name: string): this {
    if (value.length !== length) throw new RangeError(`${name} must be ${length} bytes`);
    this.#bytes.set(value, this.#offset);
    this.#offset += length;
    return this;
  }

  u8(value: number): this {
    return this.#integer(value, 0xff, 1, () => this.#view.setUint8(this.#offset, value));
  }

  u16(value: number): this {
    return this.#integer(value, 0xffff, 2, () => this.#view.setUint16(this.#offset, value, true));
  }

  u32(value: number): this {
    return this.#integer(value, 0xffffffff, 4, () => this.#view.setUint32(this.#offset, value, true));
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

  finish(): Bytes {
    if (this.#offset !== this.#bytes.length) throw new Error('layout is not filled');
    return this.#bytes;
  }

  #integer(value: number, max: number, width: number, write: () => void): this {
    if (!Number.isInteger(value) || value < 0 || value > max) {
      throw new RangeError(`value must be an unsigned ${width * 8}-bit integer`);
    }
    write();
    this.#offset += width;
    return this;
  }
}
