import { expect } from 'vitest';
import { runPid } from './command-helper.ts';

/** Settings with which everything would fail, and nothing is to be tried. */
export const brokenSettings = { PID_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nowhere', PID_PORT: 'x' };

export interface FoundCommand {
  readonly words: readonly string[];
  /** Commands are below it: by itself it does nothing. */
  readonly isGroup: boolean;
}

/** The commands below one, by what its own help lists. */
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
