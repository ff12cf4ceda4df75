// `npm run cluster`: runs the wallet tests on the cluster at PID_TEST_SOLANA_RPC_URL, which needs a faucet.
// If it is unset, they run on the embedded chain over HTTP. Arguments are passed to vitest.
import { build } from './build.mjs';
import { run } from './run.mjs';

await build();
const { code } = await run('vitest', [
  'run',
  '--config',
  'test/cluster/vitest.config.ts',
  '--reporter=default',
  '--reporter=./scripts/failed-tests.mjs',
  '--reporter=./scripts/skipped-tests.mjs',
  ...process.argv.slice(2),
]);
process.exitCode = code;
