import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { openProgress } from './progress.ts';

function shown(isTerminal: boolean) {
  const clock = manualClock(new Date(0));
  const written: string[] = [];
  const place = { isTerminal, write: (text: string) => void written.push(text) };
  return { clock, written, progress: openProgress(place, clock, { what: 'sessions', total: 10_000 }) };
}

test('draws a bar with an estimate on a terminal, and removes it at the end', () => {
  const { clock, written, progress } = shown(true);
  progress.advance(0);
  clock.advanceSeconds(30);
  progress.advance(2500);
  progress.advance(2600);
  clock.advanceSeconds(1);
  progress.advance(10_000);
  progress.end();
  expect(written).toEqual([
    '\r\u001B[K[........................] 0 %  0 of 10,000 sessions',
    '\r\u001B[K[######..................] 25 %  2,500 of 10,000 sessions, about 2 min left',
    '\r\u001B[K[########################] 100 %  10,000 of 10,000 sessions, about 0 s left',
    '\r\u001B[K',
  ]);
});

test('writes a plain line now and then where nobody watches', () => {
  const { clock, written, progress } = shown(false);
  for (let second = 1; second <= 40; second += 1) {
    clock.advanceSeconds(1);
    progress.advance(second * 10);
  }
  progress.end();
  expect(written).toEqual([
    '1 %  150 of 10,000 sessions, about 17 min left\n',
    '3 %  300 of 10,000 sessions, about 17 min left\n',
  ]);
});
