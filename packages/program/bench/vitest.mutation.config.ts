import base from '../../../vitest.config.ts';

// The program's tests need no database: without one, hundreds of runs take minutes instead of an hour.
export default { ...base, test: { ...base.test, globalSetup: [] } };
