import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './cli/run-command.ts';

// The only reader of process.env. This file runs from src/ in development and from dist/ in production.
const here = path.dirname(fileURLToPath(import.meta.url));
const packageFolder = existsSync(path.join(here, '../package.json')) ? path.join(here, '..') : here;
process.exitCode = await runCommand(process.argv.slice(2), process.env, packageFolder, (sentence) =>
  process.stdout.write(`${sentence}\n`),
);
