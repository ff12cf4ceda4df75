import { expect, test } from 'vitest';
import { firstToCount, isTooNew } from './usable-passkeys.ts';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
/** Created 72 hours before it counts. */
const waiting = (hours: number) => ({ createdAt: at(hours - 72), countsFrom: at(hours) });

test('a waiting passkey counts from its time on, and an unapproved one never', () => {
  const unapproved = { createdAt: at(-1), countsFrom: null };
  expect([waiting(-1), waiting(1), unapproved].map(isTooNew)).toEqual([false, true, true]);
});

test('a passkey that counted immediately also counts on a phone whose clock is behind', () => {
  const fresh = { createdAt: at(2), countsFrom: at(2) };
  expect([isTooNew(fresh), firstToCount([fresh])]).toEqual([false, null]);
});

test('firstToCount returns the earliest time while none counts, and null once one does', () => {
  const [soon, later] = [waiting(1), waiting(2)];
  expect(firstToCount([later, soon])).toBe(soon.countsFrom);
  expect(firstToCount([soon, waiting(-1)])).toBeNull();
  expect(firstToCount([])).toBeNull();
});
