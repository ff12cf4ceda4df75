import { fileURLToPath } from 'node:url';
import type { Interruption, Shell } from '../src/cli/command.ts';
import { runCommand } from '../src/cli/run-command.ts';
import type { Environment } from '../src/platform/config/index.ts';

export interface CommandResult {
  readonly code: number;
  /** Everything printed to standard output and standard error, in order. */
  readonly lines: string[];
  readonly text: string;
  /** The lines printed to standard error. */
  readonly complaints: string[];
}

/**
 * Runs `pid <words>` as an operator does. `confirm` answers the questions of an interactive terminal; without
 * it there is no terminal.
 */
export async function runPid(
  words: readonly string[],
  environment: Environment,
  confirm?: (question: string) => Promise<boolean>,
  { onPrint, ...more }: Pick<Shell, 'batchRows' | 'interruption' | 'log'> & { onPrint?(): unknown } = {},
): Promise<CommandResult> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const code = await runCommand(words, {
    environment,
    packageFolder: fileURLToPath(new URL('..', import.meta.url)),
    print(line) {
      lines.push(line);
      onPrint?.();
    },
    complain(line) {
      lines.push(line);
      complaints.push(line);
    },
    ...(confirm && { confirm }),
    ...more,
  });
  return { code, lines, text: lines.join('\n'), complaints };
}

/** Runs a command and interrupts it when `stop` is called, as Ctrl-C does. */
export function interruptiblePid(words: readonly string[], environment: Environment, batchRows: number) {
  const controller = new AbortController();
  const stop = (why: Interruption = 'interrupted') => controller.abort(why);
  const start = (onLine: (count: number) => void = () => {}) => {
    let count = 0;
    return runPid(words, environment, undefined, {
      batchRows,
      interruption: () => controller.signal,
      onPrint: () => onLine((count += 1)),
    });
  };
  return { stop, start };
}
