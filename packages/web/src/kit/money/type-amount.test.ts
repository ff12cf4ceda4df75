import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locale } from '../i18n/locale.ts';
import { readAmount, takeInput, writeAmount } from './type-amount.ts';

beforeEach(() => {
  locale.value = 'id';
});
afterEach(() => {
  locale.value = 'en';
});

/** Simulates that the last character was just typed. */
const typeAmount = (typed: string, caret: number) => takeInput(typed.slice(0, -1), typed, caret);

describe('typing', () => {
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

  it('keeps the number of digits after the caret', () => {
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

it('English pages separate thousands with commas and leave a dot unchanged', () => {
  locale.value = 'en';
  expect(typeAmount('5,0000', 6)).toEqual({ text: '50,000', caret: 6 });
  expect(typeAmount('1234567', 7).text).toBe('1,234,567');
  expect(typeAmount('25.', 3).text).toBe('25.');
  expect(writeAmount('Rp25.000,00')).toBe('25,000');
});

describe('several characters in one input are read as a whole', () => {
  it.each([
    ['', '25.00', '25'],
    ['', 'Rp25.000,00', '25.000'],
    ['2.500', '25.00', '25'],
    ['', '1.5', '1.5'],
    ['', '25 000', '25 000'],
    ['', '1.5000', '1.5000'],
    ['25', '25.0000', '25.0000'],
  ])('%j followed by %j becomes %j', (before, typed, text) => {
    expect(takeInput(before, typed, typed.length)).toEqual({ text, caret: text.length });
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
    ['Rp\u00A025.000 ', 25_000],
    ['\u200E\u206825.000\u2069', 25_000],
    ['25.00', 25],
    ['+25000', null],
    ['２５', null],
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

it('a pasted amount is formatted if it can be read, and otherwise left unchanged', () => {
  expect(writeAmount('Rp25.000,00')).toBe('25.000');
  expect(writeAmount('2.500,75')).toBe('2.500,75');
});
