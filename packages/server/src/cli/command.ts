import type { Command } from 'commander';
import { isPauseReason } from '../admin/index.ts';
import type { Environment } from '../platform/config/index.ts';
import { dataFolder } from '../platform/settings.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig, type Config } from '../settings.ts';
import { openProgress, type Progress, type ProgressPlace } from './progress.ts';
import { writeSecurityLine, type ActOfCommand, type LinePlace, type Outcome } from './security-line.ts';

/** Why a command stops before its end: Ctrl-C, or nobody reads its output any more, as after `| head`. */
export type Interruption = 'interrupted' | 'output closed';

/** The environment and the output of a command. */
export interface Shell {
  readonly environment: Environment;
  /** `packages/server`, even in a bundle. */
  readonly packageFolder: string;
  /** Prints a result. */
  print(sentence: string): void;
  /** Prints an error. */
  complain(sentence: string): void;
  /** Prints a line of the security log, for the log store; default: nowhere. */
  log?(line: string): void;
  /**
   * True if a person reads the output. Otherwise it is a stream of JSON lines, and `start` writes nothing
   * else into it.
   */
  readonly isTerminal?: boolean;
  /** Asks the person at the terminal; returns false without a terminal. */
  confirm?(question: string): Promise<boolean>;
  /** Resolves when the reader of the output has taken what was printed. */
  printed?(): Promise<void>;
  /** Where progress is shown. */
  readonly progressPlace?: ProgressPlace;
  /**
   * Ctrl-C aborts the signal from now on, instead of ending the process; the second one ends it. The reason is
   * an `Interruption`.
   */
  interruption?(): AbortSignal;
  /** Rows that a command reads or changes at once. */
  readonly batchRows?: number;
}

export interface CommandContext extends Shell {
  readonly config: Config;
  readonly dataDir: string;
  /** The actor for the audit log. */
  readonly actor: string;
  /** The reason for the audit log, in one line; null if none was given. */
  readonly reason: string | null;
  /** With --json, everything that is printed is one object. */
  readonly json: boolean;
  /** Prints sentences, or with --json the same result as one object. */
  report(result: object, ...sentences: readonly (string | readonly string[])[]): void;
  /**
   * Call it before a change of people, money or keys, and before reading the data of people. It writes a line
   * of the security log outside of the database; another one follows when the command ends.
   */
  act(event?: ActOfCommand['event']): Promise<void>;
  /** What `act` has recorded; null before. */
  acted(): ActOfCommand | null;
  /**
   * Throws unless --yes was given or the person confirms an irreversible action, which then counts as an act.
   */
  agree(question: string): Promise<void>;
  readonly batchRows: number;
  printed(): Promise<void>;
  /**
   * Shows the progress of work on many rows. With `lines` it stays hidden where lines of the result would
   * appear between the bars.
   */
  progress(what: string, total: number, beside?: 'lines'): Progress;
  /**
   * Does work that Ctrl-C may stop between two batches. `advice` says then what was done and how to continue. A reader
   * that goes away stops what only reads: a change is completed.
   */
  interruptible<T>(advice: () => string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** An error whose message is meant for the operator. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** The command was stopped. The message says what was done and how to continue. */
export class InterruptedError extends CommandError {
  override readonly name = 'InterruptedError';
  readonly why: Interruption;

  constructor(message: string, why: Interruption, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/**
 * A batch takes a fraction of a second, and an interrupted command loses at most one. With several thousand, the
 * planner would read a table of a million rows as a whole to find the rows of each batch.
 */
const batchRows = 1000;

interface GlobalOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly as?: string;
  readonly reason?: string;
}

/**
 * Adapts a function that takes a context, arguments and options to commander, which calls it with (arguments,
 * options, command).
 */
export type Run = <Words extends readonly unknown[]>(
  work: (context: CommandContext, ...words: Words) => Promise<void>,
) => (...words: [...Words, Command]) => Promise<void>;

/** Settings are read only when a command runs, so that --help works without them. */
export function runIn(shell: Shell): Run {
  return (work) =>
    async (...words) => {
      const command = words.at(-1) as Command;
      const context = contextOf(shell, command);
      const end = async (outcome: Outcome) => {
        const act = context.acted();
        if (act)
          await writeSecurityLine({ ...act, at: systemClock.now() }, outcome, placeOf(shell, context.config));
      };
      try {
        await work(context, ...(words.slice(0, -1) as never));
      } catch (error) {
        await end(error instanceof InterruptedError ? 'interrupted' : 'failed');
        throw error;
      }
      await end('done');
    };
}

function placeOf({ log, complain }: Shell, { commandLog }: Config): LinePlace {
  return { file: commandLog, complain, ...(log && { log }) };
}

function contextOf(shell: Shell, command: Command): CommandContext {
  const { json = false, yes = false, as, reason } = command.optsWithGlobals<GlobalOptions>();
  if (as !== undefined && !/^[\w.@-]{1,64}$/.test(as))
    throw new CommandError('--as must be a name of at most 64 letters, digits and . _ @ -');
  if (reason !== undefined && !isPauseReason(reason))
    throw new CommandError('--reason must be 1-200 characters in one line');
  const config = loadConfig(shell.environment);
  let acted: ActOfCommand | null = null;
  const actor = as === undefined ? 'cli' : `cli:${as}`;
  async function act(event: ActOfCommand['event'] = 'administration'): Promise<void> {
    if (acted) return;
    const begun = {
      at: systemClock.now(),
      event,
      operation: nameOf(command),
      subject: command.args.join(' ').slice(0, 200),
      options: optionsOf(command).slice(0, 200),
      actor,
      reason: reason ?? null,
    };
    await writeSecurityLine(begun, 'begun', placeOf(shell, config));
    acted = begun;
  }
  return {
    ...shell,
    config,
    dataDir: dataFolder(config, shell.packageFolder),
    actor,
    reason: reason ?? null,
    json,
    report(result, ...sentences) {
      if (json) shell.print(JSON.stringify(result, bigintsAsText));
      else for (const each of sentences) for (const sentence of [each].flat()) shell.print(sentence);
    },
    act,
    acted: () => acted,
    async agree(question) {
      if (!yes && !(await shell.confirm?.(question)))
        throw new CommandError(`${question} Nothing was done: say --yes to do it.`);
      await act();
    },
    batchRows: shell.batchRows ?? batchRows,
    printed: async () => shell.printed?.(),
    progress: (what, total, beside) =>
      openProgress(beside && shell.isTerminal ? undefined : shell.progressPlace, systemClock, {
        what,
        total,
      }),
    async interruptible(advice, work) {
      const given = shell.interruption?.() ?? new AbortController().signal;
      const signal = acted?.event === 'administration' ? byPerson(given) : given;
      try {
        return await work(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new InterruptedError(advice(), signal.reason as Interruption, { cause: error });
      }
    },
  };
}

/** Follows a signal unless its reason is that nobody reads the output. */
function byPerson(given: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const follow = () =>
    given.reason === ('interrupted' satisfies Interruption) && controller.abort(given.reason);
  if (given.aborted) follow();
  else given.addEventListener('abort', follow, { once: true });
  return controller.signal;
}

/** The given options of a command, as they are typed. Global ones are left out. */
function optionsOf(command: Command): string {
  const given = command.opts<Record<string, string | boolean | undefined>>();
  return command.options
    .flatMap((option) => {
      const value = given[option.attributeName()];
      if (value === undefined || value === false) return [];
      return [value === true ? option.long : `${option.long} ${value}`];
    })
    .join(' ');
}

/** `pid admin suspend`, for any command below. */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
