import { expect } from 'vitest';
import { runPid } from './command-helper.ts';

/** Settings that make every connection fail: these commands must not try to use them. */
export const brokenSettings = { PID_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nowhere', PID_PORT: 'x' };

export interface FoundCommand {
  readonly words: readonly string[];
  /** True if it only groups other commands and does nothing by itself. */
  readonly isGroup: boolean;
}

/** Lists the commands below a command, as its own help shows them. */
export async function commandsBelow(words: readonly string[] = []): Promise<FoundCommand[]> {
  const { code, text, complaints } = await runPid([...words, '--help'], brokenSettings);
  expect([words, code, complaints]).toEqual([words, 0, []]);
  expect(text).toContain(`Usage: ${['pid', ...words].join(' ')}`);
  const listed = text.split('\nCommands:\n')[1]?.matchAll(/^ {2}([a-z][\w-]*)/gm) ?? [];
  const found: FoundCommand[] = [];
  for (const [, name] of listed) {
    if (name === 'help') continue;
    const below = await commandsBelow([...words, name!]);
    found.push({ words: [...words, name!], isGroup: below.length > 0 }, ...below);
  }
  return found;
}
