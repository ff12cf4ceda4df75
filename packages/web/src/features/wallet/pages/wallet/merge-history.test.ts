import { expect, test } from 'vitest';
import type { Operation } from '../../../../kit/api/shapes.ts';
import { mergeHistory, type Transfer } from './merge-history.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 7, minute)).toISOString();
const transfer = (signature: string, minute: number | null): Transfer => ({
  signature,
  at: minute === null ? null : at(minute),
  state: 'finalized',
  changes: [],
});
const operation = (signature: string, minute: number) =>
  ({ id: signature, kind: 'withdraw', state: 'finalized', signature, createdAt: at(minute) }) as Operation;

const whole = <T>(...items: T[]) => ({ items, hasMore: false });
const part = <T>(...items: T[]) => ({ items, hasMore: true });
const shown = (lines: ReturnType<typeof mergeHistory>) =>
  lines.map((line) => [line.signature, line.transfer !== null, line.operation !== null]);

test('lists a transaction once, with its transfer and its operation', () => {
  const lines = mergeHistory(
    whole(transfer('sent', 5), transfer('came', 3)),
    whole(operation('session', 6), operation('sent', 5)),
  );
  expect(shown(lines)).toEqual([
    ['session', false, true],
    ['sent', true, true],
    ['came', true, false],
  ]);
});

test('leaves out lines below the end of a list that has more', () => {
  const lines = mergeHistory(part(transfer('c', 9), transfer('b', 7)), whole(operation('a', 2)));
  expect(lines.map(({ signature }) => signature)).toEqual(['c', 'b']);
});

test('a transaction without a time comes first', () => {
  const lines = mergeHistory(whole(transfer('old', 1), transfer('new', null)), whole());
  expect(lines.map(({ signature }) => signature)).toEqual(['new', 'old']);
});
