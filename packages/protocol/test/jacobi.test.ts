import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/searches.ts';
import { eulerCriterion, jacobi25519 } from '../src/jacobi.ts';

const P = (1n << 255n) - 19n;

describe('the Jacobi symbol modulo 2^255 − 19', () => {
  it('equals Euler’s criterion', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, P - 1n), (value) => {
        expect(jacobi25519(value)).toBe(eulerCriterion(value));
      }),
      runs(100, 500),
    );
  });

  it('equals Euler’s criterion at both ends and around powers of two', () => {
    const edges = Array.from({ length: 51 }, (_, fifth) => [
      (1n << BigInt(fifth * 5)) - 1n,
      1n << BigInt(fifth * 5),
      (1n << BigInt(fifth * 5)) + 1n,
    ]).flat();
    const values = [...edges, ...edges.map((edge) => P - edge), P - 1n].filter(
      (value) => value >= 0n && value < P,
    );
    expect(values.map(jacobi25519)).toStrictEqual(values.map(eulerCriterion));
  });

  it('is 1 for squares and −1 for a square times a non-residue', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, P - 1n), (root) => {
        const square = (root * root) % P;
        expect([jacobi25519(square), jacobi25519((square * 2n) % P)]).toStrictEqual([1, -1]);
      }),
    );
  });
});
