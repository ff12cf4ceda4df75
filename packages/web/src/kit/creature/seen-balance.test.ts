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

it('returns the growth since the last visit, and nothing on the first', () => {
  expect(seenBalance.grow('budi@pid', 5_000)).toBe(0);
  expect(seenBalance.grow('budi@pid', 30_000)).toBe(25_000);
  expect(seenBalance.grow('budi@pid', 30_000)).toBe(0);
  expect(seenBalance.grow('budi@pid', 10_000)).toBe(0);
  expect(seenBalance.grow('budi@pid', 11_000)).toBe(1_000);
});

it('compares only balances of the same player, and forgets them', () => {
  seenBalance.grow('budi@pid', 5_000);
  expect(seenBalance.grow('sari@pid', 90_000)).toBe(0);
  seenBalance.forget();
  expect(kept.size).toBe(0);
});
