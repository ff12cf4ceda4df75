import { test } from 'vitest';

/** True in a release run, which has the tests that are too slow for every change. */
export const isReleaseRun = process.env['PID_TEST_TIER'] === 'release';

/**
 * A test of release runs only: a slow variant of a journey, of which every change runs another variant. Its own
 * rules are tested without a browser.
 */
export const releaseTest: (name: string, work: () => Promise<void>) => void = isReleaseRun
  ? test
  : () => undefined;
