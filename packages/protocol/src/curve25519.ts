const P = (1n << 255n) - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN_MASK = (1n << 255n) - 1n;

/**
 * Whether 32 little-endian bytes decompress to a point of edwards25519, as the runtime decides it: the sign bit
 * is ignored and a y above the prime is reduced. x² = (y² − 1) / (dy² + 1) has a root exactly when the product of
 * both is a square, which the Jacobi symbol tells without an exponentiation.
 */
export function isOnCurve25519(encodedY: bigint): boolean {
  const y = encodedY & SIGN_MASK;
  const ySquared = (y * y) % P;
  const product = ((ySquared - 1n) * (D * ySquared + 1n)) % P;
  return jacobi(product < 0n ? product + P : product) !== -1;
}

/** Jacobi symbol (a / P) by reciprocity; P is 5 modulo 8. */
function jacobi(value: bigint): -1 | 0 | 1 {
  let a = value;
  let n = P;
  let negative = false;
  while (a !== 0n) {
    const low = Number(a & 0xffffffffn);
    const shift = low === 0 ? trailingZeros(a) : 31 - Math.clz32(low & -low);
    if (shift > 0) {
      a >>= BigInt(shift);
      const mod8 = Number(n & 7n);
      if ((shift & 1) === 1 && (mod8 === 3 || mod8 === 5)) negative = !negative;
    }
    if ((Number(a & 3n) & Number(n & 3n)) === 3) negative = !negative;
    const rest = n % a;
    n = a;
    a = rest;
  }
  if (n !== 1n) return 0;
  return negative ? -1 : 1;
}

function trailingZeros(value: bigint): number {
  let count = 0;
  for (let rest = value; (rest & 1n) === 0n; rest >>= 1n) count++;
  return count;
}
