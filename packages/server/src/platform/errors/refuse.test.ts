import { errorTable, type ErrorCode, type ErrorEntry } from '@pid/contract';
import { expect, test } from 'vitest';
import { refuse } from './refuse.ts';

test('sends messages as plain text, without the code marks of the reference', () => {
  const entries = Object.entries(errorTable) as [ErrorCode, ErrorEntry][];
  const byDefault = entries.filter(([, { sentence }]) => !sentence).map(([code]) => code);
  expect(byDefault.some((code) => errorTable[code].meaning.includes('`'))).toBe(true);
  const marked = byDefault.filter((code) => refuse(code as 'not_found').message.includes('`'));
  expect(marked).toEqual([]);
});
