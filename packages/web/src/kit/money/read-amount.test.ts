import { expect, it } from 'vitest';
import { hasCents, readAmount, readAmountOrZero, tidyAmount } from './read-amount.ts';

it.each([
  ['', null],
  ['0', null],
  ['1', 1],
  ['007', 7],
  ['1.000.000', 1_000_000],
  ['25,000', 25_000],
  ['25 000', 25_000],
  ['Rp25.000,00', 25_000],
  ['Rp. 25.000,-', 25_000],
  ['IDR 1,000,000.00', 1_000_000],
  ['25000,00', 25_000],
  ['25rb', 25_000],
  ['25 ribu', 25_000],
  ['1,5jt', 1_500_000],
  ['1.5jt', 1_500_000],
  ['2.5k', 2_500],
  ['1.25 Juta', 1_250_000],
  ['2 miliar', 2_000_000_000],
  ['50k', 50_000],
  ['Rp\u00A025.000 ', 25_000],
  ['\u200E\u206825.000\u2069', 25_000],
  ['25.00', 25],
  ['25000.50', null],
  ['+25000', null],
  ['２５', null],
  ['2500,50', null],
  ['1.5', null],
  ['25.00.00', null],
  ['25.0000', null],
  ['1.500rb', null],
  ['1,234rb', null],
  ['0,5', null],
  ['-25000', null],
  ['25 apel', null],
  ['1e5', null],
  ['25000 25000', null],
  ['٢٥', null],
  ['9999999999999999', null],
])('%j is read as %j', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

it.each([
  ['0', 0],
  ['Rp 0', 0],
  ['25rb', 25_000],
  ['', null],
  ['0,5', null],
])('%j, where zero is allowed, is read as %j', (text, amount) => {
  expect(readAmountOrZero(text)).toBe(amount);
});

it.each([
  ['25000.50', true],
  ['Rp25.000,5', true],
  ['1.5', true],
  ['25.000', false],
  ['25.0000', false],
  ['1.5jt', false],
  ['.5', false],
])('%j has cents: %j', (text, expected) => {
  expect(hasCents(text)).toBe(expected);
});

it('keeps the digits of an amount that can be read, and any other text', () => {
  expect(tidyAmount('Rp25.000,00')).toBe('25000');
  expect(tidyAmount('2.500,75')).toBe('2.500,75');
});
