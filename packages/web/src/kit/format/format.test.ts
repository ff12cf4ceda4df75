import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDateTime } from './date-time.ts';
import { formatDuration } from './duration.ts';
import { formatLamports, formatUnits } from './lamports.ts';
import { formatRupiah } from './rupiah.ts';

describe('formatRupiah', () => {
  it.each([
    [0n, 'Rp0'],
    [100n, 'Rp100'],
    [1_000n, 'Rp1.000'],
    [1_000_000n, 'Rp1.000.000'],
    [-25_500n, '\u2212Rp25.500'],
    [10n ** 15n, 'Rp1.000.000.000.000.000'],
  ])('writes %s as %s, in English with commas', (amount, written) => {
    expect(formatRupiah(amount, 'id')).toBe(written);
    expect(formatRupiah(amount, 'en')).toBe(written.replaceAll('.', ','));
  });

  it('can be parsed back exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (amount) => {
        const written = formatRupiah(amount);
        const digits = BigInt(written.replace(/[^0-9]/gu, ''));
        expect(written.startsWith('\u2212') ? -digits : digits).toBe(amount);
      }),
    );
  });
});

describe('formatLamports', () => {
  it.each([
    [0n, 'en', '0 SOL'],
    [1n, 'en', '0.000000001 SOL'],
    [1_500_000_000n, 'en', '1.5 SOL'],
    [1_500_000_000n, 'id', '1,5 SOL'],
    [1_234_567_000_000_000n, 'en', '1,234,567 SOL'],
    [-5_000n, 'id', '\u22120,000005 SOL'],
    [2n ** 64n - 1n, 'en', '18,446,744,073.709551615 SOL'],
  ] as const)('writes %s (%s) as %s', (lamports, locale, written) => {
    expect(formatLamports(lamports, locale)).toBe(written);
  });

  it('keeps every unit at any number of decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.integer({ min: 0, max: 18 }),
        (amount, decimals) => {
          const [whole = '', fraction = ''] = formatUnits(amount, decimals, 'en')
            .replaceAll(',', '')
            .split('.');
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount);
        },
      ),
    );
  });
});

describe('formatDateTime', () => {
  const moment = '2026-03-04T23:30:00.000Z';

  it('follows the language and the time zone', () => {
    expect(formatDateTime(moment, 'en', 'date', 'UTC')).toBe('4 Mar 2026');
    expect(formatDateTime(moment, 'id', 'date', 'Asia/Jakarta')).toBe('5 Mar 2026');
    expect(formatDateTime(moment, 'id', 'date-time', 'Asia/Jakarta')).toContain('06.30');
  });

  it('shows an unreadable date unchanged', () => {
    expect(formatDateTime('soon', 'en', 'date')).toBe('soon');
  });
});

describe('formatDuration', () => {
  it.each([
    [-5, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [247_000, '4:07'],
    [3_847_000, '1:04:07'],
  ])('writes %i milliseconds as %s', (milliseconds, written) => {
    expect(formatDuration(milliseconds)).toBe(written);
  });
});
