// `npm run pid -- <command>`: runs the command line and builds it when needed.
import { build } from './build.mjs';
import { root, run } from './run.mjs';

try {
  await build({ say: () => {} });
} catch (error) {
  // Print only the message: it says what to do, and a stack trace would hide it.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { code } = await run(process.execPath, [
  `${root}/packages/server/dist/main.js`,
  ...process.argv.slice(2),
]);
process.exitCode = code;
