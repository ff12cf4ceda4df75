import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

// The base projects name the short suites.
const { projects: _short, ...test } = base.test!;

/** The long form: `npm run faults`. */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: ['test/faults/*.fault.ts'],
      setupFiles: ['packages/server/test/setup-file.ts'],
      globalSetup: ['packages/server/test/global-setup.ts'],
      maxWorkers: 1,
      testTimeout: 900_000,
    },
  }),
);
