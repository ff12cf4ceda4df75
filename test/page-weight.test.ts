import { expect, test } from 'vitest';
import { weighPages } from '../packages/web/harness/measure-bundles.ts';

test('the first visit to a page of a player loads at most 60 kB', () => {
  const pages = weighPages();
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});
