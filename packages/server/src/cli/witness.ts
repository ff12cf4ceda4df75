import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeKey, encodeKey, readCheckpoint } from '@pid/protocol/books';
import type { Command } from 'commander';
import { randomIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { parseUrl } from '../platform/parse-url.ts';
import { replaceFile } from '../platform/replace-file.ts';
import {
  newWitness,
  UnreachableError,
  WitnessError,
  witnessKey,
  witnessOnce,
  type WitnessState,
} from '../transparency/index.ts';
import { CommandError, type Shell } from './command.ts';

interface WitnessFlags {
  readonly state: string;
  readonly name: string;
  readonly key?: string;
  /** True without a number. */
  readonly every?: string | true;
  readonly metrics?: string;
  readonly json?: boolean;
}

/** A rewritten log is seen within an hour, also if one attempt fails. */
const defaultSeconds = '1800';
/** Exit codes. Everything else, such as a wrong flag, is 1. */
const forkCode = 3;
/** EX_TEMPFAIL of sysexits.h. */
const unreachableCode = 75;

/**
 * Needs no database and no settings, so that another company can run it. Ends with an error on a fork, and so does every
 * later run with the same state, which keeps both checkpoints as evidence.
 */
export function addWitness(pid: Command, shell: Shell, endWith: (code: number) => void): void {
  pid
    .command('witness <url>')
    .description(
      `remembers the public log of a service, checks that it only grows, and co-signs it; exits with ${forkCode} on a fork, with ${unreachableCode} if the service does not respond`,
    )
    .option('--state <file>', 'where it keeps its key and what it saw', 'pid-witness.json')
    .option('--name <name>', 'the name under which it signs', 'witness')
    .option('--key <key>', 'the key of the log, on the first run; default: the one that the service gives')
    .option(
      '--every [seconds]',
      'checks again and again, instead of once, every half hour by default; while the service does not respond, every minute at least',
    )
    .option(
      '--metrics <file>',
      'writes metrics for the textfile collector of the node exporter of Prometheus',
    )
    .action(async (url: string, flags: WitnessFlags, command: Command) =>
      endWith(await witness(shell, url, { ...flags, ...command.optsWithGlobals<{ json?: boolean }>() })),
    );
}

async function witness(shell: Shell, url: string, flags: WitnessFlags): Promise<number> {
  const seconds = flags.every === true ? defaultSeconds : flags.every;
  if (seconds !== undefined && !/^[1-9]\d{0,5}$/.test(seconds))
    throw new CommandError('--every must be a number of seconds');
  const address = parseUrl(url);
  if (!address) throw new CommandError(`${url} is not an address: give one such as https://pid.example`);
  if (!/^[^+\s]+$/.test(flags.name)) throw new CommandError('--name must not contain spaces or +');
  for (;;) {
    const state = await readState(flags);
    let pause = Number(seconds);
    try {
      const next = await witnessOnce(state, { url: address, key: flags.key, clock: systemClock, fetch });
      await keep(flags, next);
      for (const change of changesOf(state, next)) shell.complain(change);
      const key = encodeKey(witnessKey(next));
      shell.print(flags.json ? JSON.stringify({ checkpoint: next.cosigned, key }) : next.cosigned!);
    } catch (error) {
      if (!(error instanceof WitnessError)) throw error;
      if (error.state) await keep(flags, error.state);
      if (!(error instanceof UnreachableError)) {
        if (!error.state) throw new CommandError(error.message, { cause: error });
        shell.complain(error.message);
        return forkCode;
      }
      pause = retrySeconds(pause);
      shell.complain(
        seconds === undefined ? error.message : `${error.message} The next attempt is in ${pause} seconds.`,
      );
      if (seconds === undefined) return unreachableCode;
    }
    if (seconds === undefined) return 0;
    await sleep(pause * 1000);
  }
}

/** Until the next attempt while the service does not respond. */
export function retrySeconds(everySeconds: number): number {
  return Math.min(everySeconds, 60);
}

/** What people should know about a new state. */
function changesOf(before: WitnessState, next: WitnessState): string[] {
  if (before.seen === null)
    return [
      `This witness signs with the key ${encodeKey(witnessKey(next))}. Publish it: it verifies the signatures.`,
    ];
  if (before.key === null || next.key === null || next.key === before.key) return [];
  const [old, key] = [decodeKey(before.key), decodeKey(next.key)];
  const isNewKey = Buffer.compare(old.publicKey, key.publicKey) !== 0;
  return [
    ...(old.name === key.name
      ? []
      : [
          `The log was begun again as ${key.name}. It begins with a checkpoint that continues the ${readCheckpoint(before.seen).size} entries that this witness saw. The operator must say why.`,
        ]),
    ...(isNewKey
      ? [
          `The log signs with another key now: ${next.key}. The key before has signed the same checkpoint. Compare it with the key that the operator has published.`,
        ]
      : []),
  ];
}

async function readState({ state, name }: WitnessFlags): Promise<WitnessState> {
  const text = await readFile(state, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandError(`The state ${state} cannot be read.`, { cause: error });
  });
  if (text === null) return newWitness(name, randomIds);
  try {
    const kept = JSON.parse(text) as WitnessState;
    witnessKey(kept);
    return kept;
  } catch (cause) {
    throw new CommandError(
      `The state ${state} is not that of a witness. If it is damaged, restore it, or begin with another state file: what the witness saw is lost then.`,
      { cause },
    );
  }
}

async function keep(flags: WitnessFlags, state: WitnessState): Promise<void> {
  await replaceFile(flags.state, `${JSON.stringify(state, null, 2)}\n`);
  if (flags.metrics === undefined) return;
  const isFork = state.fork !== null;
  const lines = [
    '# TYPE pid_witness_fork gauge',
    `pid_witness_fork ${Number(isFork)}`,
    // Older and older while the service does not respond.
    '# TYPE pid_witness_checked_timestamp_seconds gauge',
    `pid_witness_checked_timestamp_seconds ${systemClock.nowSeconds()}`,
  ];
  await replaceFile(flags.metrics, `${lines.join('\n')}\n`, 0o644);
}
