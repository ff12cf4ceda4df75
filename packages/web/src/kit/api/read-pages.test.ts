import { expect, it } from 'vitest';
import { readPages } from './read-pages.ts';

it('follows the cursor to the end of the list', async () => {
  const pages: Record<string, { items: number[]; nextCursor: string | null }> = {
    first: { items: [1, 2], nextCursor: 'b' },
    b: { items: [3], nextCursor: 'c' },
    c: { items: [4], nextCursor: null },
  };
  expect(await readPages(async ({ cursor = 'first' }) => pages[cursor]!)).toEqual([1, 2, 3, 4]);
});

it('stops reading a list that does not end', async () => {
  const load = async () => ({ items: [1], nextCursor: 'next' });
  expect(await readPages(load)).toHaveLength(20);
});
