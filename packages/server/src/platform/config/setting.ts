import type { Reader } from './readers.ts';

export interface Setting<T> {
  readonly variable: `PID_${string}`;
  /** What it is for, in words that `pid doctor` prints. */
  readonly meaning: string;
  /** What holds when it is unset, in words. */
  readonly unset: string;
  readonly secret: boolean;
  readonly read: Reader<T>;
  readonly fallback: T;
}

type Words = Pick<Setting<unknown>, 'variable' | 'meaning' | 'unset'> & { secret?: boolean };

export function setting<T>(words: Words, read: Reader<T>, fallback: T): Setting<T> {
  return { secret: false, ...words, read, fallback };
}

export function optional<T>(words: Words, read: Reader<T>): Setting<T | null> {
  return setting<T | null>(words, read, null);
}

export const daySeconds = 86_400;
