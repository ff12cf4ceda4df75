import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { include: _short, ...test } = base.test!;

/** The long form: `npm run faults`. */
export default mergeConfig(
  { ...base, test },
  defineConfig({ test: { include: ['test/faults/*.fault.ts'], maxWorkers: 1, testTimeout: 900_000 } }),
);
