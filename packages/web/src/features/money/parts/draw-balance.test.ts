import { describe, expect, it } from 'vitest';
import type { StatementEntry } from '../../../kit/api/shapes.ts';
import { curveOf, pointAt, staircase } from './draw-balance.ts';

const entry = (second: number, amount: number, balanceAfter: number): StatementEntry => ({
  id: String(second),
  type: amount < 0 ? 'send' : 'topup',
  amount,
  balanceAfter,
  createdAt: `1970-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
});
const entries = [entry(40, -300, 700), entry(20, 500, 1_000)];
const field = { width: 100, height: 50 };

describe('curveOf', () => {
  it('starts with the balance before the oldest entry and stays constant until the end', () => {
    expect(curveOf(entries, { from: 0, to: 60_000 })).toEqual({
      points: [
        { at: 0, balance: 500 },
        { at: 20_000, balance: 1_000 },
        { at: 40_000, balance: 700 },
        { at: 60_000, balance: 700 },
      ],
      start: 0,
      end: 60_000,
      lowest: 500,
      highest: 1_000,
      ceiling: 1_000,
    });
  });

  it('starts at the oldest entry if earlier balances are unknown or zero', () => {
    expect(curveOf(entries, { from: null, to: 60_000 })?.start).toBe(20_000);
    expect(curveOf([entry(20, 1_000, 1_000)], { from: 0, to: 60_000 })?.start).toBe(20_000);
  });

  it('is null without entries and works with a single entry at the end', () => {
    expect(curveOf([], { from: 0, to: 1 })).toBeNull();
    const curve = curveOf([entry(1, 5, 5)], { from: null, to: 1_000 });
    expect(curve && staircase(curve, field)).toMatch(/^M0 50H0V0H100V0$/u);
  });
});

describe('the drawn curve', () => {
  const curve = curveOf(entries, { from: 0, to: 60_000 })!;

  it('moves horizontally before it moves vertically', () => {
    expect(staircase(curve, field)).toBe('M0 25H33.33V0H66.67V15H100V15');
  });

  it.each([
    [0, 500],
    [0.3, 500],
    [0.34, 1_000],
    [0.99, 700],
    [1, 700],
  ])('finds the balance at %d of the span', (fraction, balance) => {
    expect(pointAt(curve, fraction)?.balance).toBe(balance);
  });
});
