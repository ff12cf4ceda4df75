import { defineConfig } from 'vitest/config';
import base from '../../../vitest.config.ts';

// The program's tests need no database. Without one, hundreds of runs take minutes instead of an hour. There
// is also nothing to wait for when a worker ends.
const { projects: _, ...shared } = base.test ?? {};
export default defineConfig({
  test: {
    ...shared,
    include: ['packages/program/test/**/*.test.ts'],
    maxWorkers: 1,
    teardownTimeout: 200,
  },
});
