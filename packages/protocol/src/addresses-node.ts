import { ADDRESS_MODULE } from './address-module.ts';
import type { Bytes } from './bytes.ts';

interface AddressModule {
  readonly memory: WebAssembly.Memory;
  preimage(): number;
  address(): number;
  text(): number;
  search(length: number, bumpAt: number): number;
  decode(length: number): number;
  encode(): number;
}

/** Fifteen seeds of 32 bytes, the bump, the program and the marker. */
const PREIMAGE_BYTES = 534;
const ADDRESS_BYTES = 32;
const TEXT_MIN = 32;
const TEXT_MAX = 44;

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(ADDRESS_MODULE, 'base64')));
// The build manifest lists the sources of these exports, and a test compares the two.
const module = exports as unknown as AddressModule;
const { buffer } = module.memory;
const textBytes = Buffer.from(buffer, module.text(), TEXT_MAX);

/**
 * Input of the next search: seeds, bump, program and marker. One buffer is enough, because nothing here is
 * asynchronous.
 */
export const preimage = new Uint8Array(buffer, module.preimage(), PREIMAGE_BYTES);

/** Result of the last search; valid until the next call of any function here. */
export const foundAddress = new Uint8Array(buffer, module.address(), ADDRESS_BYTES);

/**
 * Hashes the first `length` bytes of the preimage with the byte at `bumpAt` counting down from 255, until the
 * hash is off the curve. Returns the bump, or −1 if every hash is a point on the curve.
 */
export function searchAddress(length: number, bumpAt: number): number {
  return module.search(length, bumpAt);
}

/** Decodes an address from base58; returns null for any other text. */
export function decodeAddress(text: string): Bytes | null {
  const { length } = text;
  if (length < TEXT_MIN || length > TEXT_MAX) return null;
  // A character of more than one byte is not a base58 digit.
  if (textBytes.write(text, 0, TEXT_MAX, 'utf8') !== length) return null;
  return module.decode(length) === 1 ? new Uint8Array(foundAddress) : null;
}

export function encodeAddress(bytes: Uint8Array): string {
  foundAddress.set(bytes);
  return textBytes.toString('latin1', 0, module.encode());
}
