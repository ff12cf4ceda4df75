import { expect, test } from 'vitest';
import { wrapText } from './draw-receipt.ts';

const within = (length: number) => (line: string) => line.length <= length;

test('breaks between words, and inside a word that is longer than a line', () => {
  expect(wrapText('Nasi goreng  hari Jumat', within(11))).toEqual(['Nasi goreng', 'hari Jumat']);
  expect(wrapText('no 0123456789ab ya', within(6))).toEqual(['no', '012345', '6789ab', 'ya']);
});

test('breaks a long number after its hyphens', () => {
  expect(wrapText('01a1ec50-6d6f-7331', within(15))).toEqual(['01a1ec50-6d6f-', '7331']);
});

test('keeps every letter even if none fits, and makes no empty lines', () => {
  expect(wrapText('abc', within(0)).join('')).toBe('abc');
  expect(wrapText('  ', within(6))).toEqual([]);
});
