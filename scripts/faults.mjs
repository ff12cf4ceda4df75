// `npm run faults`: runs the long form of the fault tests. Arguments are passed to vitest.
import { build } from './build.mjs';
import { run } from './run.mjs';

await build();
const { code } = await run('vitest', [
  'run',
  '--config',
  'test/faults/vitest.config.ts',
  '--reporter=default',
  '--reporter=./scripts/failed-tests.mjs',
  '--reporter=./scripts/skipped-tests.mjs',
  ...process.argv.slice(2),
]);
const ring =
  process.argv.length > 2 || code !== 0 ? { code: 0 } : await run('tsx', ['test/faults/ledger.ts']);
process.exitCode = code || ring.code;
