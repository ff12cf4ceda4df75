import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { randomIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { parseUrl } from '../platform/parse-url.ts';
import {
  newWitness,
  UnreachableError,
  WitnessError,
  witnessOnce,
  type WitnessState,
} from '../transparency/index.ts';
import { CommandError, type Shell } from './command.ts';

interface WitnessFlags {
  readonly state: string;
  readonly name: string;
  readonly key?: string;
  readonly every?: string;
  readonly json?: boolean;
}

/**
 * Needs no database and no settings, so that another company can run it. Ends with an error on a fork, and so does every
 * later run with the same state, which keeps both checkpoints as evidence.
 */
export function addWitness(pid: Command, shell: Shell): void {
  pid
    .command('witness <url>')
    .description(
      'remembers the public log of a service, checks that it only grows, and co-signs it; exits with 1 on a fork',
    )
    .option('--state <file>', 'where it keeps its key and what it saw', 'pid-witness.json')
    .option('--name <name>', 'the name under which it signs', 'witness')
    .option('--key <key>', 'the key of the log, on the first run; default: the one that the service gives')
    .option(
      '--every <seconds>',
      'checks again and again, instead of once; while the service does not respond, tries again',
    )
    .action((url: string, flags: WitnessFlags, command: Command) =>
      witness(shell, url, { ...flags, ...command.optsWithGlobals<{ json?: boolean }>() }),
    );
}

async function witness(shell: Shell, url: string, flags: WitnessFlags): Promise<void> {
  if (flags.every !== undefined && !/^[1-9]\d{0,5}$/.test(flags.every))
    throw new CommandError('--every must be a number of seconds');
  const address = parseUrl(url);
  if (!address) throw new CommandError(`${url} is not an address: give one such as https://pid.example`);
  for (;;) {
    const state = await readState(flags);
    try {
      const next = await witnessOnce(state, { url: address, key: flags.key, clock: systemClock, fetch });
      await writeState(flags.state, next);
      if (state.key !== null && next.key !== state.key)
        shell.complain(
          `The log signs with another key now: ${next.key}. The key before has signed the same checkpoint. Compare it with the key that the operator has published.`,
        );
      shell.print(flags.json ? JSON.stringify({ checkpoint: next.cosigned }) : next.cosigned!);
    } catch (error) {
      if (!(error instanceof WitnessError)) throw error;
      if (error.state) await writeState(flags.state, error.state);
      if (flags.every === undefined || !(error instanceof UnreachableError))
        throw new CommandError(error.message, { cause: error });
      shell.complain(`${error.message} The next attempt is in ${flags.every} seconds.`);
    }
    if (flags.every === undefined) return;
    await sleep(Number(flags.every) * 1000);
  }
}

async function readState({ state, name }: WitnessFlags): Promise<WitnessState> {
  const text = await readFile(state, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandError(`The state ${state} cannot be read.`, { cause: error });
  });
  return text === null ? newWitness(name, randomIds) : (JSON.parse(text) as WitnessState);
}

/** A crash leaves the old state or the new one. */
async function writeState(file: string, state: WitnessState): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
