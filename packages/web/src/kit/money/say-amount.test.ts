import { expect, it } from 'vitest';
import { sayAmount } from './say-amount.ts';

it.each([
  [1, 'satu rupiah', 'one rupiah'],
  [11, 'sebelas rupiah', 'eleven rupiah'],
  [110, 'seratus sepuluh rupiah', 'one hundred ten rupiah'],
  [1_000, 'seribu rupiah', 'one thousand rupiah'],
  [1_015, 'seribu lima belas rupiah', 'one thousand fifteen rupiah'],
  [25_000, 'dua puluh lima ribu rupiah', 'twenty-five thousand rupiah'],
  [101_000, 'seratus satu ribu rupiah', 'one hundred one thousand rupiah'],
  [1_500_000, 'satu juta lima ratus ribu rupiah', 'one million five hundred thousand rupiah'],
  [2_000_000_030, 'dua miliar tiga puluh rupiah', 'two billion thirty rupiah'],
])('%d is %s', (amount, indonesian, english) => {
  expect(sayAmount(amount, 'id')).toBe(indonesian);
  expect(sayAmount(amount, 'en')).toBe(english);
});
