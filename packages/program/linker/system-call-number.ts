/**
 * The number with which sBPF v3 calls a runtime function (SIMD-0178): murmur3 of its name, 32 bits, seed 0.
 */
export function systemCallNumber(name: string): number {
  const bytes = Buffer.from(name, 'latin1');
  let hash = 0;
  const blocks = bytes.length - (bytes.length % 4);
  for (let offset = 0; offset < blocks; offset += 4) {
    hash ^= scramble(bytes.readUInt32LE(offset));
    hash = Math.imul(rotate(hash, 13), 5) + 0xe6546b64;
  }
  let rest = 0;
  for (let offset = bytes.length - 1; offset >= blocks; offset -= 1)
    rest = (rest << 8) | bytes.readUInt8(offset);
  hash ^= scramble(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scramble(block: number): number {
  return Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
