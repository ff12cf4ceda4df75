import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replayCommand, runCount, sampleOf, seed } from './support/searches.ts';

test('a failed property prints its seed and a command that replays it', () => {
  const failing = () =>
    fc.assert(
      fc.property(fc.nat(), (number) => number < 0),
      { numRuns: 1 },
    );
  expect(failing).toThrow(`{ seed: ${seed}, `);
  expect(failing).toThrow(`Replay: PID_TEST_SEED=${seed} `);
  expect(replayCommand()).toMatch(/ npx vitest run test\/searches\.test\.ts -t 'a failed property prints/);
});

test('every property starts with the seed of the run', () => {
  const seen: number[] = [];
  fc.assert(
    fc.property(fc.nat(), (number) => void seen.push(number)),
    { numRuns: 20 },
  );
  expect(seen).toEqual(fc.sample(fc.nat(), { numRuns: 20, seed }));
});

test('a sample is the same for the same seed and contains no duplicate', () => {
  const cases = Array.from({ length: 100 }, (_, index) => index);
  const sample = sampleOf(cases, 10);
  expect(sampleOf(cases, 10)).toEqual(sample);
  expect(new Set(sample).size).toBe(sample.length);
  expect(sample.length).toBe(Math.min(100, runCount(10, 100)));
});
