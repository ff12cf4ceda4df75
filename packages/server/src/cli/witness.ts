import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { randomIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { parseUrl } from '../platform/parse-url.ts';
import { newWitness, witnessOnce, WitnessError, type WitnessState } from '../transparency/index.ts';
import { CommandError, type Shell } from './command.ts';

interface WitnessFlags {
  readonly state: string;
  readonly name: string;
  readonly key?: string;
  readonly every?: string;
  readonly json?: boolean;
}

/**
 * Needs no database and no settings, so that another company can run it. Ends with an error on a fork; its state keeps
 * both checkpoints as evidence.
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
    .option('--every <seconds>', 'checks again and again, instead of once')
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
      shell.print(flags.json ? JSON.stringify({ checkpoint: next.cosigned }) : next.cosigned!);
    } catch (error) {
      if (!(error instanceof WitnessError)) throw error;
      if (error.state) await writeState(flags.state, error.state);
      throw new CommandError(error.message, { cause: error });
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
