import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits } from './lamports.ts';
import { parseUnits } from './parse-units.ts';

describe('parseUnits', () => {
  it.each([
    ['1.5', 9, 'en', 1_500_000_000n],
    ['1,5', 9, 'id', 1_500_000_000n],
    ['1.5', 9, 'id', 1_500_000_000n],
    [' 0.000000001 ', 9, 'en', 1n],
    ['12', 0, 'en', 12n],
    ['3.', 2, 'en', 300n],
  ] as const)('reads %j with %s decimals in %s', (text, decimals, locale, units) => {
    expect(parseUnits(text, decimals, locale)).toBe(units);
  });

  it.each([
    ['', 9, 'en'],
    ['1,000', 9, 'en'],
    ['1.000', 9, 'id'],
    ['1.000,5', 9, 'id'],
    ['-1', 9, 'en'],
    ['1e3', 9, 'en'],
    ['0.0000000001', 9, 'en'],
    ['1.5', 0, 'en'],
  ] as const)('refuses the ambiguous or invalid %j with %s decimals in %s', (text, decimals, locale) => {
    expect(parseUnits(text, decimals, locale)).toBeNull();
  });

  it('parses its formatted output without thousands separators', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 999_999_999_999n }),
        fc.constantFrom('en', 'id'),
        (units, locale) => {
          expect(parseUnits(formatUnits(units, 9, locale), 9, locale)).toBe(units);
        },
      ),
    );
  });
});
