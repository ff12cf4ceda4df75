import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPercent, parsePercent } from './percent.ts';

describe('percent', () => {
  it('parses every fee that it formats, in both languages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom('en', 'id'), (points, locale) => {
        expect(parsePercent(formatPercent(points, locale))).toBe(points);
      }),
    );
  });

  it.each([
    ['2.5', 250],
    ['2,05', 205],
    ['0', 0],
    ['10', 1_000],
  ])('reads %s as %d basis points', (typed, points) => {
    expect(parsePercent(typed)).toBe(points);
  });

  it.each(['', '-1', '2.555', '1e3', 'two', '2.5%'])('refuses %j', (typed) => {
    expect(parsePercent(typed)).toBeNull();
  });
});
