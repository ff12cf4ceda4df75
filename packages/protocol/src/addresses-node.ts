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
// The manifest of the build says which sources these exports come from, and a test compares the two.
const module = exports as unknown as AddressModule;
const { buffer } = module.memory;
const textBytes = Buffer.from(buffer, module.text(), TEXT_MAX);

/** Seeds, bump, program and marker of the next search; used up before another begins, for nothing here waits. */
export const preimage = new Uint8Array(buffer, module.preimage(), PREIMAGE_BYTES);

/** What the last search found; good until anything else here is called. */
export const foundAddress = new Uint8Array(buffer, module.address(), ADDRESS_BYTES);

/**
 * Hashes the first `length` bytes of the preimage with the byte at `bumpAt` counting down from 255, until the hash is off
 * the curve. Returns the bump, or −1 when every hash is a point.
 */
export function searchAddress(length: number, bumpAt: number): number {
  return module.search(length, bumpAt);
}

/** The 32 bytes of an address in base58; null for any other text. */
export function decodeAddress(text: string): Bytes | null {
  const { length } = text;
  if (length < TEXT_MIN || length > TEXT_MAX) return null;
  // A character that takes more than one byte is no digit.
  if (textBytes.write(text, 0, TEXT_MAX, 'utf8') !== length) return null;
  return module.decode(length) === 1 ? new Uint8Array(foundAddress) : null;
}

/** 32 bytes in base58. */
export function encodeAddress(bytes: Uint8Array): string {
  foundAddress.set(bytes);
  return textBytes.toString('latin1', 0, module.encode());
}
