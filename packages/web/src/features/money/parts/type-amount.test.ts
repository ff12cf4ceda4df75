import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, typeAmount } from './type-amount.ts';

describe('typeAmount', () => {
  it.each([
    ['', 0, '', 0],
    ['5', 1, '5', 1],
    ['5000', 4, '5.000', 5],
    ['5.0000', 6, '50.000', 6],
    ['007', 3, '7', 1],
    ['Rp 1,000,000', 12, '1.000.000', 9],
    ['1234.567', 1, '1.234.567', 1],
  ])('turns %j with the caret at %d into %j', (typed, caret, text, after) => {
    expect(typeAmount(typed, caret)).toEqual({ text, caret: after });
  });

  it('keeps as many digits behind the caret as there were', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,14}$/u), fc.nat(15), (digits, at) => {
        const caret = Math.min(at, digits.length);
        const typed = typeAmount(digits, caret);
        expect(typed.text.replaceAll('.', '')).toBe(digits);
        expect(typed.text.slice(typed.caret).replaceAll('.', '')).toBe(digits.slice(caret));
      }),
    );
  });
});

describe('readAmount', () => {
  it.each([
    ['', null],
    ['0', null],
    ['1', 1],
    ['1.000.000', 1_000_000],
  ])('%j is %j', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });
});
