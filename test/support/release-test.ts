import { test } from 'vitest';

/** True in a release run, which has the tests that are too slow for every change. */
export const isReleaseRun = process.env['PID_TEST_TIER'] === 'release';

type Define = (name: string, work: () => unknown, timeoutMillis?: number) => void;

/**
 * A test of release runs only: a slow variant of a test that every change runs. A rule that no other test covers does not belong here.
 */
export const releaseTest: Define = isReleaseRun ? test : () => undefined;
