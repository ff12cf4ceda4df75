// `npm start`: builds what is missing, then becomes the service.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from './build.mjs';

await build();
const main = path.join(path.dirname(fileURLToPath(import.meta.url)), '../packages/server/dist/main.js');
process.argv.splice(1, process.argv.length, main, 'start');
await import(pathToFileURL(main).href);
