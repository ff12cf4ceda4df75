import { describe, expect, it } from 'vitest';
import { lastMonths, readPeriod, spanOf } from './period.ts';

const now = Date.parse('2026-03-31T15:30:00');
const read = (query: string) => readPeriod(new URLSearchParams(query), now);

describe('readPeriod', () => {
  it('defaults to ninety days, from the start of a day', () => {
    const period = read('');
    expect(period).toMatchObject({ name: '90', to: null });
    const from = new Date(period.from ?? 0);
    expect([from.getHours(), from.getMinutes(), from.getMilliseconds()]).toEqual([0, 0, 0]);
    expect(read('period=nonsense').name).toBe('90');
  });

  it('includes the whole first and last day of a custom period, in local time', () => {
    const period = read('period=custom&from=2026-01-01&to=2026-01-31');
    expect(period.from).toBe(Date.parse('2026-01-01T00:00:00.000'));
    expect(period.to).toBe(Date.parse('2026-01-31T23:59:59.999'));
    expect(spanOf(period).to).toBe(new Date(Date.parse('2026-01-31T23:59:59.999')).toISOString());
  });

  it('leaves missing and invalid days open', () => {
    expect(read('period=custom&from=yesterday')).toMatchObject({ from: null, to: null });
    expect(spanOf(read('period=all'))).toEqual({});
  });

  it('covers one month of the local calendar to its last millisecond', () => {
    expect(read('period=2026-02')).toMatchObject({
      name: 'month',
      month: '2026-02',
      from: Date.parse('2026-02-01T00:00:00.000'),
      to: Date.parse('2026-02-28T23:59:59.999'),
    });
    expect(read('period=2026-13').name).toBe('90');
    expect(lastMonths(now).slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
  });
});
