import path from 'node:path';
import { folderOf } from './candidates.ts';
import { journeys } from './journeys.ts';
import { filtersOf, testFiles } from './test-files.ts';

/** Seconds that each test file took when it last passed. */
export type Durations = Map<string, number>;

export interface TestPlan {
  /** The tests of the slice itself. */
  readonly own: readonly string[];
  /** Tests of other slices and of the whole service that use the slice. */
  readonly journeys: readonly string[];
}

const releaseTier = /\.release\.test\.ts$/;

export function planOf(slice: string, options: { withRelease: boolean }): TestPlan {
  const usable = usableTests(options);
  const own = usable.filter((file) => file.startsWith(`${folderOf(slice)}/`));
  const outside = filtersOf(journeys[slice] ?? []).flatMap((filter) =>
    usable.filter((file) => file.startsWith(filter)),
  );
  return { own, journeys: [...new Set(outside)].filter((file) => !own.includes(file)) };
}

/** Returns the tests that a mark names. Without names, returns those of the slice. */
export function planOfMarked(
  { slice, tests }: { slice: string; tests?: readonly string[] },
  options: { withRelease: boolean },
): TestPlan {
  if (tests === undefined) return planOf(slice, options);
  const own = filtersOf(tests).flatMap((filter) =>
    usableTests(options).filter((file) => file.startsWith(filter)),
  );
  return { own, journeys: [] };
}

function usableTests({ withRelease }: { withRelease: boolean }): string[] {
  return testFiles().filter((file) => withRelease || !releaseTier.test(file));
}

/**
 * Orders the tests: first the one named after the mutated file, then the slice's other tests, the journeys
 * over HTTP and those in a browser; within each group the fastest first.
 */
export function inOrder(plan: TestPlan, mutated: string, durations: Durations): string[] {
  const stem = (file: string) => path.basename(file).split('.', 1)[0];
  const group = (file: string) => {
    if (plan.own.includes(file)) return stem(file) === stem(mutated) ? 0 : 1;
    return file.startsWith('test/browser/') ? 3 : 2;
  };
  const seconds = (file: string) => durations.get(file) ?? Infinity;
  return [...plan.own, ...plan.journeys].toSorted(
    // Compares equal numbers first, because Infinity minus Infinity is NaN.
    (left, right) =>
      group(left) - group(right) || (seconds(left) === seconds(right) ? 0 : seconds(left) - seconds(right)),
  );
}
