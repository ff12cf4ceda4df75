import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { Interruption } from './cli/command.ts';
import { runCommand } from './cli/run-command.ts';

// The only reader of process.env. This file runs from src/ in development and from dist/ in production.
const here = path.dirname(fileURLToPath(import.meta.url));
const packageFolder = existsSync(path.join(here, '../package.json')) ? path.join(here, '..') : here;

const stopping = new AbortController();
const stopFor = (why: Interruption) => stopping.abort(why);
let outputFault: string | null = null;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has gone, as after `| head`: that is no fault.
  if (error.code !== 'EPIPE') outputFault ??= error.code ?? error.message;
  stopFor('output closed');
});
process.stderr.on('error', () => {});

const code = await runCommand(process.argv.slice(2), {
  environment: process.env,
  packageFolder,
  print: (sentence) => void process.stdout.write(`${sentence}\n`),
  complain: (sentence) => void process.stderr.write(`${sentence}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY,
  ...(process.stdin.isTTY && { confirm }),
  printed,
  progressPlace: { isTerminal: process.stderr.isTTY, write: (text) => void process.stderr.write(text) },
  interruption() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopFor('interrupted'));
    return stopping.signal;
  },
}).catch(endUnexpectedly);
await printed();
if (outputFault !== null) process.stderr.write(`Standard output cannot be written: ${outputFault}.\n`);
process.exitCode = outputFault === null ? code : 1;

/** Ends the process although connections may still be open. */
async function endUnexpectedly(error: unknown): Promise<never> {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  await printed();
  const text =
    process.env['PID_LOG_LEVEL'] === 'debug'
      ? stack
      : `Unexpected error: ${message}. For a bug report, run it again with PID_LOG_LEVEL=debug.`;
  await new Promise((resolve) => process.stderr.write(`${text}\n`, resolve));
  process.exit(1);
}

/** Waits until everything is written, or cannot be. */
async function printed(): Promise<void> {
  if (process.stdout.destroyed || outputFault !== null) return;
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
}

/** Ctrl-C and Ctrl-D are a no. */
async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once('SIGINT', () => stopFor('interrupted'));
  // Ctrl-D closes the terminal without an answer.
  const closed = new Promise<null>((resolve) => terminal.once('close', () => resolve(null)));
  const answer = await Promise.race([
    terminal.question(`${question} [y/N] `, { signal: stopping.signal }).catch(() => null),
    closed,
  ]);
  if (answer === null) process.stderr.write('\n');
  terminal.close();
  return /^y(?:es)?$/i.test(answer?.trim() ?? '');
}
