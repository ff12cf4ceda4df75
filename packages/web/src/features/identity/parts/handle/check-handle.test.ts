import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHandleFlaw, normaliseHandle } from './check-handle.ts';

describe('findHandleFlaw', () => {
  it.each([
    ['', 'empty'],
    ['ab', 'short'],
    ['a'.repeat(21), 'long'],
    ['Budi', 'characters'],
    ['bu-di', 'characters'],
    ['bud\u0456', 'characters'],
    ['budi_99', null],
  ])('returns for %j the flaw %s', (handle, flaw) => {
    expect(findHandleFlaw(handle)).toBe(flaw);
  });

  it('agrees with the contract’s pattern on every string', () => {
    const near = fc.string({ unit: fc.constantFrom('a', 'z', '0', '_', 'A', '-', ' ', 'é'), maxLength: 24 });
    fc.assert(
      fc.property(near, (handle) => {
        expect(findHandleFlaw(handle) === null).toBe(/^[a-z0-9_]{3,20}$/u.test(handle));
      }),
    );
  });
});

describe('normaliseHandle', () => {
  it.each([
    [' Budi_99 ', 'budi_99'],
    ['budi@pid', 'budi'],
    ['BUDI@PID', 'budi'],
  ])('turns %j into %s', (typed, handle) => {
    expect(normaliseHandle(typed)).toBe(handle);
  });
});
