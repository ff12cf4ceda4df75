import { ADDRESS_MODULE } from './address-module.ts';

interface AddressModule {
  readonly memory: WebAssembly.Memory;
  preimage(): number;
  address(): number;
  search(length: number, bumpAt: number): number;
}

/** Fifteen seeds of 32 bytes, the bump, the program and the marker. */
const PREIMAGE_BYTES = 534;
// The test of the two searches notices when the module exports anything else.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const module = new WebAssembly.Instance(
  new WebAssembly.Module(Uint8Array.from(atob(ADDRESS_MODULE), (character) => character.charCodeAt(0))),
).exports as unknown as AddressModule;

/** Seeds, bump, program and marker of the next search; used up before another begins, for nothing here waits. */
export const preimage = new Uint8Array(module.memory.buffer, module.preimage(), PREIMAGE_BYTES);

/** What the last search found. */
export const foundAddress = new Uint8Array(module.memory.buffer, module.address(), 32);

/**
 * Hashes the first `length` bytes of the preimage with the byte at `bumpAt` counting down from 255, until the hash is off
 * the curve. Answers the bump, or −1 when every hash is a point.
 */
export function searchAddress(length: number, bumpAt: number): number {
  return module.search(length, bumpAt);
}
