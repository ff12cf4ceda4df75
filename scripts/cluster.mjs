// `npm run cluster`: the wallet's journeys on the cluster that PID_TEST_SOLANA_RPC_URL names (it needs a faucet), or on our own
// embedded chain behind HTTP when it is unset. Arguments go to vitest.
import { build } from './build.mjs';
import { run } from './run.mjs';

await build();
const { code } = await run('vitest', [
  'run',
  '--config',
  'test/cluster/vitest.config.ts',
  '--reporter=default',
  '--reporter=./scripts/skipped-tests.mjs',
  ...process.argv.slice(2),
]);
process.exitCode = code;
