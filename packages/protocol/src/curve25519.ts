import { jacobi25519 } from './jacobi.ts';

const P = (1n << 255n) - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN_MASK = (1n << 255n) - 1n;

/**
 * Returns whether 32 little-endian bytes decompress to a point of edwards25519, as the runtime decides it:
 * the sign bit is ignored and a y above the prime is reduced. x² = (y² − 1) / (dy² + 1) has a root exactly if
 * the product of both is a square. The Jacobi symbol shows this without an exponentiation.
 */
export function isOnCurve25519(encodedY: bigint): boolean {
  const y = encodedY & SIGN_MASK;
  const ySquared = (y * y) % P;
  const product = ((ySquared - 1n) * (D * ySquared + 1n)) % P;
  return jacobi25519(product < 0n ? product + P : product) !== -1;
}
