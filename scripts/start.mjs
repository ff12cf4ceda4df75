// `npm start`: builds if needed, then runs the service in this process.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent } from './end-with-parent.mjs';
import { run } from './run.mjs';

endWithParent();

// In a separate process, so that the memory of the bundlers is released.
const { code } = await run(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url))]);
if (code !== 0) process.exit(code);
const main = path.join(path.dirname(fileURLToPath(import.meta.url)), '../packages/server/dist/main.js');
process.argv.splice(1, process.argv.length, main, 'start', ...process.argv.slice(2));
await import(pathToFileURL(main).href);
