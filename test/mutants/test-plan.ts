import path from 'node:path';
import { filtersOf, testFiles } from '../guards/guard-lists.ts';
import { folderOf } from './candidates.ts';
import { journeys } from './journeys.ts';

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
  const usable = testFiles().filter((file) => options.withRelease || !releaseTier.test(file));
  const own = usable.filter((file) => file.startsWith(`${folderOf(slice)}/`));
  const outside = filtersOf({ tests: journeys[slice] ?? [] }).flatMap((filter) =>
    usable.filter((file) => file.startsWith(filter)),
  );
  return { own, journeys: [...new Set(outside)].filter((file) => !own.includes(file)) };
}

/**
 * The test named after the mutated file, then the slice's other tests, the journeys over HTTP and those in a browser; within
 * each group the quickest first.
 */
export function inOrder(plan: TestPlan, mutated: string, durations: Durations): string[] {
  const stem = (file: string) => path.basename(file).split('.', 1)[0];
  const group = (file: string) => {
    if (plan.own.includes(file)) return stem(file) === stem(mutated) ? 0 : 1;
    return file.startsWith('test/browser/') ? 3 : 2;
  };
  const seconds = (file: string) => durations.get(file) ?? Infinity;
  return [...plan.own, ...plan.journeys].toSorted(
    // Equal numbers first: Infinity minus Infinity is no number.
    (left, right) =>
      group(left) - group(right) || (seconds(left) === seconds(right) ? 0 : seconds(left) - seconds(right)),
  );
}
