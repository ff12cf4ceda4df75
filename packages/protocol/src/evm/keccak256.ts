/**
 * Keccak-256 as Ethereum uses it: the padding of the original submission (0x01), not that of FIPS 202 (0x06), which is why
 * neither node:crypto nor WebCrypto has it. Lanes are pairs of 32-bit words, because BigInt is some fifty times slower.
 */
const RATE_BYTES = 136;
const LANES = 25;
const ROUNDS = 24;

const { rotations, targets } = rhoAndPi();
const { low: IOTA_LOW, high: IOTA_HIGH } = iotaConstants();

export function keccak256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const low = new Uint32Array(LANES);
  const high = new Uint32Array(LANES);
  const padded = pad(message);
  const view = new DataView(padded.buffer);
  for (let offset = 0; offset < padded.length; offset += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane++) {
      low[lane]! ^= view.getUint32(offset + lane * 8, true);
      high[lane]! ^= view.getUint32(offset + lane * 8 + 4, true);
    }
    permute(low, high);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let lane = 0; lane < 4; lane++) {
    out.setUint32(lane * 8, low[lane]!, true);
    out.setUint32(lane * 8 + 4, high[lane]!, true);
  }
  return digest;
}

function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((Math.floor(message.length / RATE_BYTES) + 1) * RATE_BYTES);
  padded.set(message);
  padded[message.length]! ^= 0x01;
  padded[padded.length - 1]! ^= 0x80;
  return padded;
}

function permute(low: Uint32Array, high: Uint32Array): void {
  const columnLow = new Uint32Array(5);
  const columnHigh = new Uint32Array(5);
  const movedLow = new Uint32Array(LANES);
  const movedHigh = new Uint32Array(LANES);
  for (let round = 0; round < ROUNDS; round++) {
    theta(low, columnLow, high, columnHigh);
    for (let lane = 0; lane < LANES; lane++) {
      const bits = rotations[lane]!;
      movedLow[targets[lane]!] = rotateLow(low[lane]!, high[lane]!, bits);
      movedHigh[targets[lane]!] = rotateLow(high[lane]!, low[lane]!, bits);
    }
    chi(movedLow, low);
    chi(movedHigh, high);
    low[0]! ^= IOTA_LOW[round]!;
    high[0]! ^= IOTA_HIGH[round]!;
  }
}

function theta(low: Uint32Array, columnLow: Uint32Array, high: Uint32Array, columnHigh: Uint32Array): void {
  for (let x = 0; x < 5; x++) {
    columnLow[x] = low[x]! ^ low[x + 5]! ^ low[x + 10]! ^ low[x + 15]! ^ low[x + 20]!;
    columnHigh[x] = high[x]! ^ high[x + 5]! ^ high[x + 10]! ^ high[x + 15]! ^ high[x + 20]!;
  }
  for (let x = 0; x < 5; x++) {
    const left = (x + 4) % 5;
    const right = (x + 1) % 5;
    const mixLow = columnLow[left]! ^ rotateLow(columnLow[right]!, columnHigh[right]!, 1);
    const mixHigh = columnHigh[left]! ^ rotateLow(columnHigh[right]!, columnLow[right]!, 1);
    for (let lane = x; lane < LANES; lane += 5) {
      low[lane]! ^= mixLow;
      high[lane]! ^= mixHigh;
    }
  }
}

function chi(from: Uint32Array, to: Uint32Array): void {
  for (let row = 0; row < LANES; row += 5) {
    const a = from[row]!;
    const b = from[row + 1]!;
    const c = from[row + 2]!;
    const d = from[row + 3]!;
    const e = from[row + 4]!;
    to[row] = a ^ (~b & c);
    to[row + 1] = b ^ (~c & d);
    to[row + 2] = c ^ (~d & e);
    to[row + 3] = d ^ (~e & a);
    to[row + 4] = e ^ (~a & b);
  }
}

/** The low word of (high, low) rotated left; swap the arguments for the high word. */
function rotateLow(low: number, high: number, bits: number): number {
  if (bits === 0) return low;
  if (bits < 32) return (low << bits) | (high >>> (32 - bits));
  return bits === 32 ? high : (high << (bits - 32)) | (low >>> (64 - bits));
}

function rhoAndPi(): { rotations: Uint8Array; targets: Uint8Array } {
  const rotations = new Uint8Array(LANES);
  const targets = new Uint8Array(LANES);
  let [x, y] = [1, 0];
  for (let step = 0; step < 24; step++) {
    rotations[x + 5 * y] = (((step + 1) * (step + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  for (let lane = 0; lane < LANES; lane++) {
    const [column, row] = [lane % 5, Math.floor(lane / 5)];
    targets[lane] = row + 5 * ((2 * column + 3 * row) % 5);
  }
  return { rotations, targets };
}

/** Bits of a linear feedback shift register over x^8 + x^6 + x^5 + x^4 + 1. */
function iotaConstants(): { low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(ROUNDS);
  const high = new Uint32Array(ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round++) {
    for (let j = 0; j < 7; j++) {
      const bit = 2 ** j - 1;
      if ((register & 1) === 1) {
        if (bit < 32) low[round]! ^= 2 ** bit;
        else high[round]! ^= 2 ** (bit - 32);
      }
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
  }
  return { low, high };
}
