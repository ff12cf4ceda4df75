// `npm run pid -- <command>`: the command line, built when needed.
import { build } from './build.mjs';
import { root, run } from './run.mjs';

try {
  await build({ say: () => {} });
} catch (error) {
  // A sentence that says what to do; what a compiler says is longer.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { code } = await run(process.execPath, [
  `${root}/packages/server/dist/main.js`,
  ...process.argv.slice(2),
]);
process.exitCode = code;
