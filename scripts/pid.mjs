// `npm run pid -- <command>`: the command line, built when needed.
import { build } from './build.mjs';
import { root, run } from './run.mjs';

await build({ say: () => {} });
const { code } = await run(process.execPath, [
  `${root}/packages/server/dist/main.js`,
  ...process.argv.slice(2),
]);
process.exitCode = code;
