import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  /every-page/,
  /relay\/simulation|test\/browser\/(?:wallet|exit|money)/,
  /test\/(?:api|browser|process|faults|examples)\//,
  /\/relay\/|model\.test/,
];

/** What takes longest begins first, so that no worker waits for the other's last file. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((pattern) => pattern.test(moduleId));
      return index < 0 ? longest.length : index;
    };
    const known = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- the sequencer's, not an array's
    return known.toSorted((left, right) => rank(left) - rank(right));
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['packages/*/{src,test,linker}/**/*.test.ts', 'test/**/*.test.ts'],
          setupFiles: ['packages/server/test/setup-file.ts'],
          globalSetup: ['packages/server/test/global-setup.ts'],
        },
      },
      // The programs once more, as clusters will demand them (SIMD-0500).
      {
        extends: true,
        test: {
          name: 'sbpf v3',
          include: ['packages/program/test/**/*.test.ts'],
          env: { PID_TEST_SBPF: 'v3' },
        },
      },
    ],
    // Longer than any step of a browser waits by itself: then the step says what it missed, not the clock of the whole test.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A second is too little where two cores do everything.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
