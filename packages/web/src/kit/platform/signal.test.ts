import { expect, test, vi } from 'vitest';
import { signal, watchSignals } from './signal.ts';

test('calls watchers after every change, until they stop', () => {
  const count = signal(1);
  const seen: number[] = [];
  const stop = watchSignals(() => seen.push(count.value));
  count.value = 2;
  count.value = 3;
  stop();
  count.value = 4;
  expect(seen).toEqual([2, 3]);
  expect(count.value).toBe(4);
});

test('a value that stays the same is no change', () => {
  const word = signal('id');
  const watcher = vi.fn<() => void>();
  const stop = watchSignals(watcher);
  word.value = 'id';
  expect(watcher).not.toHaveBeenCalled();
  stop();
});
