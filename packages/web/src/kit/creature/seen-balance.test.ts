import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seenBalance } from './seen-balance.ts';

const kept = new Map<string, string>();

// Not a mock of the module: another test file of this worker may have loaded it.
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('notices growth since the last visit, and none on the first', () => {
  const balances = [5_000, 30_000, 30_000, 10_000, 11_000];
  expect(balances.map((balance) => seenBalance.hasGrown('budi@pid', balance))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

it('compares only balances of the same player, and forgets them', () => {
  seenBalance.hasGrown('budi@pid', 5_000);
  expect(seenBalance.hasGrown('sari@pid', 90_000)).toBe(false);
  seenBalance.forget();
  expect(kept.size).toBe(0);
});
