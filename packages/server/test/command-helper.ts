import { fileURLToPath } from 'node:url';
import { runCommand } from '../src/cli/run-command.ts';
import type { Environment } from '../src/platform/config/index.ts';

export interface CommandResult {
  readonly code: number;
  /** Everything that was said, in order, whichever way. */
  readonly lines: string[];
  readonly text: string;
  /** Of `lines`, what went to standard error. */
  readonly complaints: string[];
}

/** `pid <words>` as an operator runs it. `confirm` is what somebody at the terminal says; without it nobody sits there. */
export async function runPid(
  words: readonly string[],
  environment: Environment,
  confirm?: (question: string) => Promise<boolean>,
): Promise<CommandResult> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const code = await runCommand(words, {
    environment,
    packageFolder: fileURLToPath(new URL('..', import.meta.url)),
    print: (line) => void lines.push(line),
    complain(line) {
      lines.push(line);
      complaints.push(line);
    },
    ...(confirm && { confirm }),
  });
  return { code, lines, text: lines.join('\n'), complaints };
}
