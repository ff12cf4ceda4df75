// Browsers offer sha256 only asynchronously (WebCrypto), while challenges and addresses are computed in
// synchronous code: hence this small implementation of FIPS 180-4. Node uses its native one instead.
const ROUND_CONSTANTS = roundConstants();
const INITIAL_STATE = Uint32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

/** sha256 of the concatenation of `parts`. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const message = padded(parts);
  const view = new DataView(message.buffer);
  const state = INITIAL_STATE.slice();
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < message.length; offset += 64) compress(state, schedule, view, offset);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, index) => out.setUint32(index * 4, word));
  return digest;
}

function padded(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const message = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  let offset = 0;
  for (const part of parts) {
    message.set(part, offset);
    offset += part.length;
  }
  message[length] = 0x80;
  new DataView(message.buffer).setBigUint64(message.length - 8, BigInt(length) * 8n);
  return message;
}

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function compress(state: Uint32Array, schedule: Uint32Array, message: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = message.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const w15 = at(schedule, i - 15);
    const w2 = at(schedule, i - 2);
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[i] = at(schedule, i - 16) + s0 + at(schedule, i - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUND_CONSTANTS, i) + at(schedule, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
}

/** The first 32 fractional bits of the cube roots of the first 64 primes, by integer arithmetic. */
function roundConstants(): Uint32Array {
  const constants = new Uint32Array(64);
  let count = 0;
  for (let n = 2; count < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) constants[count++] = Number(cubeRoot(BigInt(n) << 96n) & 0xffffffffn);
  }
  return constants;
}

function cubeRoot(value: bigint): bigint {
  let low = 0n;
  let high = 1n << 36n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle * middle * middle <= value) low = middle;
    else high = middle;
  }
  return low;
}
