import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';

/** A package for an engine, with the small program in this folder that calls it. */
export interface Engine {
  readonly name: string;
  /** Program and first arguments. The test adds the address of PID, the client id, the file of the session, the operation and its options. */
  readonly command: readonly string[];
}

/** A running program. It prints one line per event and ends with its outcome. */
export interface Program {
  /** Waits for a line that begins with this word, and returns the rest of it. */
  heard(word: string): Promise<string>;
  /** Waits for the end and returns the last line. */
  outcome(): Promise<string>;
  /** Pauses of the program in seconds, in order. The clock of the program runs 50 times as fast. */
  waits(): number[];
  /** Addresses that the program opened in the browser. */
  opened(): string[];
  say(line: string): void;
}

export function startProgram(engine: Engine, words: readonly string[]): Program {
  const [file, ...first] = engine.command;
  const child = spawn(file!, [...first, ...words], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  // The program may end before it has read everything.
  child.stdin.on('error', () => {});
  let said = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    // The program reads until the end of its input.
    if (/^(?:PLAYER|NONE|DONE|STATUS|ERROR)\b.*\n/m.test(said)) child.stdin.end();
  });
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const closed = once(child, 'close');
  const lines = () => said.split('\n').slice(0, -1);
  const rest = (word: string) =>
    lines()
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1));
  return {
    async heard(word) {
      // On a busy machine, an engine needs a minute to start.
      await expect
        .poll(() => [rest(word).length > 0, child.exitCode, said + complaints], {
          interval: 20,
          timeout: 120_000,
        })
        .toEqual([true, null, expect.anything()]);
      return rest(word).at(-1)!;
    },
    async outcome() {
      await closed;
      expect([child.exitCode, complaints]).toEqual([0, '']);
      return lines().at(-1) ?? '';
    },
    waits: () => rest('WAIT').map(Number),
    opened: () => rest('OPEN'),
    say: (line) => void child.stdin.write(`${line}\n`),
  };
}
