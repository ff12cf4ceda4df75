import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFirst, readDurations } from './scripts/test-durations.mjs';

/**
 * Orders the files by their last measured durations, longest first, so that no worker runs alone at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(files, readDurations(), ({ moduleId }) =>
      path.relative(import.meta.dirname, moduleId),
    );
  }
}

const releaseOnly = '**/*.release.test.ts';
const setup = {
  setupFiles: ['packages/server/test/setup-file.ts'],
  globalSetup: ['packages/server/test/global-setup.ts'],
};

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['packages/*/{src,test,linker}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, releaseOnly],
          ...setup,
        },
      },
      // Only `npm run test:release` runs these two.
      {
        extends: true,
        test: { name: 'release', include: [releaseOnly], ...setup },
      },
      // The programs again, as SBPF v3, which clusters will require (SIMD-0500).
      {
        extends: true,
        test: {
          name: 'sbpf v3',
          include: ['packages/program/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, releaseOnly],
          setupFiles: ['test/support/searches.ts'],
          env: { PID_TEST_SBPF: 'v3' },
        },
      },
    ],
    // Only what hangs reaches these limits, also on a machine that is three times slower. The first hook of a run
    // starts a service on an empty database.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    // Tests wait for browsers, databases and blocks half of the time, so two cores can serve four workers.
    // Each file starts services, which fills the young generation of the heap: a larger one is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: Number(process.env['PID_TEST_WORKERS'] ?? 4),
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
