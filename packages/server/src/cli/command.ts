import type { Command } from 'commander';
import { isPauseReason } from '../admin/index.ts';
import { dataFolder, loadConfig, type Config, type Environment } from '../platform/config/index.ts';

/** Where a command runs: what it reads, and whom it speaks to. */
export interface Shell {
  readonly environment: Environment;
  /** `packages/server`, wherever it was bundled to. */
  readonly packageFolder: string;
  /** What was asked for. */
  print(sentence: string): void;
  /** What went wrong. */
  complain(sentence: string): void;
  /** Somebody reads what is printed; otherwise it is a stream of JSON lines, and `start` writes nothing else into it. */
  readonly isTerminal?: boolean;
  /** Asks whoever sits there; false when nobody does. */
  confirm?(question: string): Promise<boolean>;
}

export interface CommandContext extends Shell {
  readonly config: Config;
  readonly dataDir: string;
  /** Who acted, for the audit. */
  readonly actor: string;
  /** Why, in one line, for the audit; null when nobody said. */
  readonly reason: string | null;
  /** What the operator reads: sentences, or with --json the same as one object. */
  report(result: object, ...sentences: readonly string[]): void;
  /** Throws unless --yes was given or the person agrees to what cannot be taken back. */
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

/** Makes what commander calls with (arguments, options, command) of what gets a context before its arguments and options. */
export type Run = <Words extends readonly unknown[]>(
  work: (context: CommandContext, ...words: Words) => Promise<void>,
) => (...words: [...Words, Command]) => Promise<void>;

/** Settings are read when a command runs, and not to say what it would do. */
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
