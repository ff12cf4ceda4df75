const P = (1n << 255n) - 19n;

/** With limbs of 24 bits, products and carries stay exact in a double. */
const LIMB_BITS = 24;
const LIMB = 2 ** LIMB_BITS;
const LIMBS = 11;
const P_LIMBS = [0xffffed, ...Array.from({ length: 9 }, () => 0xffffff), 0x7fff];
/** Nearly every value needs 22 to 26 rounds. A few never finish; Euler's criterion decides those. */
const ROUNDS_MAX = 40;
const MASK_64 = 0xffff_ffff_ffff_ffffn;

/** −1/f modulo 256 for odd f, indexed by (f >> 1) & 127. */
const NEGATED_INVERSES = new Uint8Array(128);
for (let index = 0; index < 128; index++) {
  const f = 2 * index + 1;
  let inverse = f;
  for (let k = 0; k < 3; k++) inverse = (inverse * (2 - f * inverse)) & 0xff;
  NEGATED_INVERSES[index] = -inverse & 0xff;
}

/** The effect of one round of steps on (f, g), times 2^24. Each round overwrites it. */
const matrix = { u: 1, v: 0, q: 0, r: 1, eta: -1, sign: 0 };
const words = new BigUint64Array(4);
const bytes = new Uint8Array(words.buffer);
const f = new Float64Array(LIMBS);
const g = new Float64Array(LIMBS);

/**
 * Returns the Jacobi symbol (value / 2^255 − 19) for 0 ≤ value < 2^255 − 19. It takes division steps on the
 * low bits with factors that keep f and g positive, in rounds of 24 steps on plain numbers (Bernstein and
 * Yang, "Fast constant-time gcd computation"; the positive variant is that of libsecp256k1's jacobi32). Not
 * constant-time: addresses are public.
 */
export function jacobi25519(value: bigint): -1 | 0 | 1 {
  if (value === 0n) return 0;
  f.set(P_LIMBS);
  writeLimbs(value);
  matrix.eta = -1;
  matrix.sign = 0;
  let length = LIMBS;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    stepRound(f[0]! | (f[1]! << LIMB_BITS), g[0]! | (g[1]! << LIMB_BITS));
    applyRound(length);
    if (f[0] === 1 && isOne(length)) return (matrix.sign & 1) === 1 ? -1 : 1;
    while (length > 2 && f[length - 1] === 0 && g[length - 1] === 0) length--;
  }
  return eulerCriterion(value);
}

function writeLimbs(value: bigint): void {
  words[0] = value & MASK_64;
  words[1] = (value >> 64n) & MASK_64;
  words[2] = (value >> 128n) & MASK_64;
  words[3] = value >> 192n;
  for (let limb = 0; limb < LIMBS; limb++) {
    const at = limb * 3;
    g[limb] = bytes[at]! | (bytes[at + 1]! << 8) | ((bytes[at + 2] ?? 0) << 16);
  }
}

function isOne(length: number): boolean {
  for (let limb = 1; limb < length; limb++) if (f[limb] !== 0) return false;
  return true;
}

/** Takes 24 steps on the low 32 bits of f and g, which determine the steps and the sign. */
function stepRound(fLow: number, gLow: number): void {
  let fBits = fLow;
  let gBits = gLow;
  let u = 1;
  let v = 0;
  let q = 0;
  let r = 1;
  let left = LIMB_BITS;
  let eta = matrix.eta;
  let sign = matrix.sign;
  for (;;) {
    // The added bits end the count of zeros where the round ends.
    const stop = gBits | (-1 << left);
    const zeros = 31 - Math.clz32(stop & -stop);
    gBits >>>= zeros;
    u <<= zeros;
    v <<= zeros;
    eta -= zeros;
    left -= zeros;
    // (2 / f) is −1 when f is 3 or 5 modulo 8.
    sign ^= zeros & ((fBits >>> 1) ^ (fBits >>> 2));
    if (left === 0) break;
    if (eta < 0) {
      eta = -eta;
      // Reciprocity: (f / g) and (g / f) differ when both are 3 modulo 4.
      sign ^= (fBits & gBits) >>> 1;
      let swapped = fBits;
      fBits = gBits;
      gBits = swapped;
      swapped = u;
      u = q;
      q = swapped;
      swapped = v;
      v = r;
      r = swapped;
    }
    const cancelled = Math.min(eta + 1, left, 8);
    const factor = Math.imul(gBits, NEGATED_INVERSES[(fBits >>> 1) & 127]!) & ((1 << cancelled) - 1);
    gBits = (gBits + Math.imul(fBits, factor)) | 0;
    q = (q + Math.imul(u, factor)) | 0;
    r = (r + Math.imul(v, factor)) | 0;
  }
  matrix.u = u;
  matrix.v = v;
  matrix.q = q;
  matrix.r = r;
  matrix.eta = eta;
  matrix.sign = sign;
}

/** Sets (f, g) to matrix · (f, g) / 2^24. The lowest limb of both products is zero by construction. */
function applyRound(length: number): void {
  const { u, v, q, r } = matrix;
  let fCarry = Math.floor((u * f[0]! + v * g[0]!) / LIMB);
  let gCarry = Math.floor((q * f[0]! + r * g[0]!) / LIMB);
  for (let limb = 1; limb < length; limb++) {
    const fLimb = f[limb]!;
    const gLimb = g[limb]!;
    const fSum = u * fLimb + v * gLimb + fCarry;
    const gSum = q * fLimb + r * gLimb + gCarry;
    fCarry = Math.floor(fSum / LIMB);
    gCarry = Math.floor(gSum / LIMB);
    f[limb - 1] = fSum - fCarry * LIMB;
    g[limb - 1] = gSum - gCarry * LIMB;
  }
  f[length - 1] = fCarry;
  g[length - 1] = gCarry;
}

/** value^((p − 1) / 2). */
export function eulerCriterion(value: bigint): -1 | 0 | 1 {
  let result = 1n;
  let base = value % P;
  let exponent = (P - 1n) >> 1n;
  for (; exponent > 0n; exponent >>= 1n) {
    if ((exponent & 1n) === 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  if (result === 0n) return 0;
  return result === 1n ? 1 : -1;
}
