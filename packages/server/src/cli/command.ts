import type { Command } from 'commander';
import { isPauseReason } from '../admin/index.ts';
import type { Environment } from '../platform/config/index.ts';
import { dataFolder } from '../platform/settings.ts';
import { loadConfig, type Config } from '../settings.ts';

/** The environment and the output of a command. */
export interface Shell {
  readonly environment: Environment;
  /** `packages/server`, even in a bundle. */
  readonly packageFolder: string;
  /** Prints a result. */
  print(sentence: string): void;
  /** Prints an error. */
  complain(sentence: string): void;
  /**
   * True if a person reads the output. Otherwise it is a stream of JSON lines, and `start` writes nothing
   * else into it.
   */
  readonly isTerminal?: boolean;
  /** Asks the person at the terminal; returns false without a terminal. */
  confirm?(question: string): Promise<boolean>;
}

export interface CommandContext extends Shell {
  readonly config: Config;
  readonly dataDir: string;
  /** The actor for the audit log. */
  readonly actor: string;
  /** The reason for the audit log, in one line; null if none was given. */
  readonly reason: string | null;
  /** Prints sentences, or with --json the same result as one object. */
  report(result: object, ...sentences: readonly string[]): void;
  /** Throws unless --yes was given or the person confirms an irreversible action. */
  agree(question: string): Promise<void>;
}

/** An error whose message is meant for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

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
      await work(
        contextOf(shell, command.optsWithGlobals<GlobalOptions>()),
        ...(words.slice(0, -1) as never),
      );
    };
}

function contextOf(shell: Shell, { json = false, yes = false, as, reason }: GlobalOptions): CommandContext {
  if (as !== undefined && !/^[\w.@-]{1,64}$/.test(as))
    throw new CommandError('--as must be a name of at most 64 letters, digits and . _ @ -');
  if (reason !== undefined && !isPauseReason(reason))
    throw new CommandError('--reason must be 1-200 characters in one line');
  const config = loadConfig(shell.environment);
  return {
    ...shell,
    config,
    dataDir: dataFolder(config, shell.packageFolder),
    actor: as === undefined ? 'cli' : `cli:${as}`,
    reason: reason ?? null,
    report(result, ...sentences) {
      if (json) shell.print(JSON.stringify(result, bigintsAsText));
      else for (const sentence of sentences) shell.print(sentence);
    },
    async agree(question) {
      if (yes || (await shell.confirm?.(question))) return;
      throw new CommandError(`${question} Nothing was done: say --yes to do it.`);
    },
  };
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
