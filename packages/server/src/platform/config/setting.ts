import type { Reader } from './readers.ts';

export interface Setting<T> {
  readonly variable: `PID_${string}`;
  /** The description that `pid doctor` prints. */
  readonly meaning: string;
  /** The behaviour when it is unset, as text. */
  readonly unset: string;
  readonly secret: boolean;
  readonly read: Reader<T>;
  readonly fallback: T;
}

type Variable = Setting<unknown>['variable'];

/** A setting with a default. `unset` describes the default where its value alone does not. */
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

/** A setting whose value is never shown, not even to the operator who set it. */
export function secret<T>(...words: Parameters<typeof optional<T>>): Setting<T | null> {
  return { ...optional(...words), secret: true };
}

export const daySeconds = 86_400;
