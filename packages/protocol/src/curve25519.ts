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

const WORD = 0xffffffffn;
const SAFE = 1n << 53n;

/**
 * Jacobi symbol (value / P) by reciprocity. Allocation is what costs with BigInt, so that parities are kept as
 * numbers beside the big values, and the last fifth runs on numbers alone.
 */
function jacobi(value: bigint): -1 | 0 | 1 {
  let a = value;
  let n = P;
  let nLow = 5; // P modulo 8
  let negative = false;
  while (a >= SAFE) {
    let low = Number(a & WORD);
    let shift = 0;
    if ((low & 7) === 0) {
      shift = trailingZeros(a);
      a >>= BigInt(shift);
      low = Number(a & WORD);
    } else if ((low & 1) === 0) {
      shift = (low & 2) === 0 ? 2 : 1;
      a >>= BigInt(shift);
      low >>>= shift;
    }
    if ((shift & 1) === 1 && (nLow === 3 || nLow === 5)) negative = !negative;
    if ((low & nLow & 3) === 3) negative = !negative;
    const rest = n % a;
    n = a;
    nLow = low & 7;
    a = rest;
  }
  if (a === 0n) return n === 1n ? (negative ? -1 : 1) : 0;
  return smallJacobi(Number(a), n, negative);
}

/** Continues with a below 2^53; the first step brings n below it too. */
function smallJacobi(value: number, modulus: bigint, negated: boolean): -1 | 0 | 1 {
  let a = value;
  let negative = negated;
  let nLow = Number(modulus & 7n);
  let n = Number.NaN;
  while (a !== 0) {
    let shift = 0;
    while (a % 2 === 0) {
      a /= 2;
      shift++;
    }
    if ((shift & 1) === 1 && (nLow === 3 || nLow === 5)) negative = !negative;
    const aLow = a % 8;
    if ((aLow & nLow & 3) === 3) negative = !negative;
    const rest: number = Number.isNaN(n) ? Number(modulus % BigInt(a)) : n % a;
    n = a;
    nLow = aLow;
    a = rest;
  }
  if (n !== 1) return 0;
  return negative ? -1 : 1;
}

function trailingZeros(value: bigint): number {
  let count = 0;
  for (let rest = value; (rest & 1n) === 0n; rest >>= 1n) count++;
  return count;
}
