import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, typeAmount, writeAmount } from './type-amount.ts';

describe('typeAmount', () => {
  it.each([
    ['', 0, '', 0],
    ['5', 1, '5', 1],
    ['5000', 4, '5.000', 5],
    ['5.0000', 6, '50.000', 6],
    ['007', 3, '7', 1],
    ['25rb', 4, '25rb', 4],
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
    ['25,000', 25_000],
    ['Rp25.000,00', 25_000],
    ['Rp. 25.000,-', 25_000],
    ['IDR 1,000,000.00', 1_000_000],
    ['25000,00', 25_000],
    ['25rb', 25_000],
    ['25 ribu', 25_000],
    ['1,5jt', 1_500_000],
    ['1.25 Juta', 1_250_000],
    ['2 miliar', 2_000_000_000],
    ['50k', 50_000],
    ['2500,50', null],
    ['1.5', null],
    ['25.00.00', null],
    ['1.500rb', null],
    ['1,234rb', null],
    ['0,5', null],
    ['-25000', null],
    ['25 apel', null],
    ['1e5', null],
    ['25000 25000', null],
    ['٢٥', null],
    ['9999999999999999', null],
  ])('%j is %j', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });
});

it('what is pasted is written with dots when it can be read, and stays to be looked at when not', () => {
  expect(writeAmount('Rp25.000,00')).toBe('25.000');
  expect(writeAmount('2.500,75')).toBe('2.500,75');
});
