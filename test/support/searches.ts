import { randomInt } from 'node:crypto';
import path from 'node:path';
import fc, { configureGlobal, defaultReportMessage, type RunDetails } from 'fast-check';
import { expect } from 'vitest';

const tier = process.env['PID_TEST_TIER'];
const given = process.env['PID_TEST_RUNS'];

/** Seed of every randomized test: new in each run, or from PID_TEST_SEED. */
export const seed = Number(process.env['PID_TEST_SEED'] ?? randomInt(2 ** 31));

/** Number of random cases: few in normal runs, many in release runs. PID_TEST_RUNS replaces both. */
export function runCount(perChange: number, release: number): number {
  return Number(given ?? (tier === 'release' ? release : perChange));
}

/** The fast-check parameter for that number of cases. */
export function runs(perChange: number, release: number): { numRuns: number } {
  return { numRuns: runCount(perChange, release) };
}

/** Options for a randomized test: a release run or `npm run deep` may take hours, a normal run may not. */
export const searchLimits = given === undefined && tier !== 'release' ? {} : { timeout: 86_400_000 };

/** A random part of a long list of cases in normal runs, all of them in release runs. */
export function sampleOf<T>(cases: readonly T[], perChange: number): readonly T[] {
  const count = Math.min(runCount(perChange, cases.length), cases.length);
  const [chosen] = fc.sample(fc.shuffledSubarray([...cases], { minLength: count, maxLength: count }), {
    numRuns: 1,
    seed,
  });
  return chosen!;
}

/** A command that repeats the current test with the same cases. */
export function replayCommand(from = seed, count = given): string {
  const { testPath, currentTestName } = expect.getState();
  const variables = Object.entries({ PID_TEST_SEED: from, PID_TEST_RUNS: count, PID_TEST_TIER: tier })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
  const file = path.relative(process.cwd(), testPath ?? '');
  return `${variables.join(' ')} npx vitest run ${file} -t '${currentTestName?.split(' > ').at(-1)}'`;
}

// fast-check uses this for every property, including those with an explicit number of cases.
configureGlobal({
  seed,
  reporter(details: RunDetails<unknown>) {
    if (!details.failed) return;
    throw new Error(`${defaultReportMessage(details)}\nReplay: ${replayCommand()}`, {
      cause: details.errorInstance,
    });
  },
});
