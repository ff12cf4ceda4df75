import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from './cli/run-command.ts';

// The only reader of process.env. This file runs from src/ in development and from dist/ in production.
const here = path.dirname(fileURLToPath(import.meta.url));
const packageFolder = existsSync(path.join(here, '../package.json')) ? path.join(here, '..') : here;
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  packageFolder,
  print: (sentence) => void process.stdout.write(`${sentence}\n`),
  complain: (sentence) => void process.stderr.write(`${sentence}\n`),
  isTerminal: process.stdout.isTTY,
  ...(process.stdin.isTTY && { confirm: ask }),
});

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
