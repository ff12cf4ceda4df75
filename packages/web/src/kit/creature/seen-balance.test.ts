import { beforeEach, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
vi.mock('../platform/storage.ts', () => ({
  deviceStorage: {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  },
}));
const { seenBalance } = await import('./seen-balance.ts');

beforeEach(() => kept.clear());

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
