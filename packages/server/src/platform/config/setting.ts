import type { Reader } from './readers.ts';

export interface Setting<T> {
  readonly variable: `PID_${string}`;
  /** The description that `pid doctor` prints. */
  readonly meaning: string;
  /** The behaviour when it is unset, as text. */
  readonly unset: string;
  readonly secret: boolean;
  /**
   * The variable with the path of a file that holds the secret, as orchestrators mount them; null if there is
   * none. A secret in a file appears in no process list and no crash report.
   */
  readonly fileVariable: string | null;
  readonly read: Reader<T>;
  readonly fallback: T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of some settings, by name. */
export type Values<Some extends Settings> = {
  readonly [Name in keyof Some]: Some[Name] extends Setting<infer T> ? T : never;
};

/**
 * Personal data that is deleted automatically after a time: the default in days, and the minimum that an
 * operator may set.
 */
type RetentionTable = Readonly<Record<string, { readonly days: number; readonly min: number }>>;

/** The part of the configuration that a slice with such a table reads. */
export interface Retains<Table extends RetentionTable> {
  readonly retentionDays: Readonly<Record<keyof Table, number>>;
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
  return { variable, meaning, unset, secret: false, fileVariable: null, read, fallback };
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
  return { ...optional(...words), secret: true, fileVariable: `${words[0]}_FILE` };
}

export const daySeconds = 86_400;
export const dayMillis = 1000 * daySeconds;
