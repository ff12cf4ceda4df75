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

type Variable = Setting<unknown>['variable'];

/** Without it the fallback holds, which is told as it is written unless it takes other words. */
export function setting<T>(
  variable: Variable,
  meaning: string,
  read: Reader<T>,
  fallback: T,
  unset = String(fallback),
): Setting<T> {
  return { variable, meaning, unset, secret: false, read, fallback };
}

export function optional<T>(
  variable: Variable,
  meaning: string,
  read: Reader<T>,
  unset: string,
): Setting<T | null> {
  return setting<T | null>(variable, meaning, read, null, unset);
}

/** Never shown, not even to whoever set it. */
export function secret<T>(...words: Parameters<typeof optional<T>>): Setting<T | null> {
  return { ...optional(...words), secret: true };
}

export const daySeconds = 86_400;
