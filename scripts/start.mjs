// `npm start`: builds what is missing, then becomes the service.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent } from './end-with-parent.mjs';
import { run } from './run.mjs';

endWithParent();

// In a process of its own: what the bundlers take in memory goes with them.
const { code } = await run(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url))]);
if (code !== 0) process.exit(code);
const main = path.join(path.dirname(fileURLToPath(import.meta.url)), '../packages/server/dist/main.js');
process.argv.splice(1, process.argv.length, main, 'start', ...process.argv.slice(2));
await import(pathToFileURL(main).href);
