import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

// The base projects name the short suites.
const { projects: _short, ...test } = base.test!;

/** `npm run cluster`: tests on a cluster, with longer timeouts. */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: ['test/cluster/*.cluster.ts'],
      setupFiles: ['packages/server/test/setup-file.ts'],
      globalSetup: ['packages/server/test/global-setup.ts'],
      maxWorkers: 1,
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  }),
);
