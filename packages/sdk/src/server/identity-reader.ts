import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { ServiceOptions } from '../service-options.ts';
import type { Profile } from './exchange-code.ts';
import { rememberAnswers } from './remember-answers.ts';

/** Identity of a player. */
export interface Identity {
  readonly pid: string;
  readonly status: 'active' | 'suspended' | 'deleted';
  /** ISO 8601 timestamp. */
  readonly createdAt: string;
}

/** Balance of a player or an app. */
export interface Balance {
  readonly currency: 'IDR';
  /** Whole rupiah. */
  readonly balance: number;
  /** Time of the balance, ISO 8601 timestamp. */
  readonly asOf: string;
}

/** Filter and page of a statement. */
export interface StatementQuery {
  /** Start of the period, inclusive: ISO 8601 date or timestamp. */
  readonly from?: string;
  /** End of the period, inclusive: ISO 8601 date (the whole day) or timestamp. */
  readonly to?: string;
  /** Maximum number of entries, at most 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** One entry of a statement. */
export interface StatementEntry {
  readonly id: string;
  readonly type: string;
  /** Change of the balance in rupiah, fees included. Negative for outgoing money. */
  readonly amount: number;
  /** Balance after this entry, in rupiah. */
  readonly balanceAfter: number;
  readonly counterparty?: string;
  readonly fee?: number;
  readonly app?: string;
  readonly note?: string;
  readonly createdAt: string;
}

/** One page of a statement. */
export interface StatementPage {
  readonly items: readonly StatementEntry[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Time for which the reader caches each kind of response, in seconds, 0-900. Default: 300 for `identity` and `profile`, 0 for
 * `balance`.
 */
export interface CacheSeconds {
  readonly identity?: number;
  readonly profile?: number;
  readonly balance?: number;
}

/** Options of `createIdentityReader`. */
export interface ReaderOptions extends ServiceOptions {
  readonly cacheSeconds?: CacheSeconds;
  /** Maximum number of cached responses of each kind. The oldest are deleted first. Default: 10000. */
  readonly entriesMax?: number;
  /** Clock for tests: returns a Unix timestamp in milliseconds. */
  readonly now?: () => number;
}

/** Reads the data of players with their bearers. A bearer that has ended throws a `PidError` with the status 401. */
export interface IdentityReader {
  /** Returns the identity of the player. */
  identity(accessToken: string): Promise<Identity>;
  /** Returns the profile of the player. */
  profile(accessToken: string): Promise<Profile>;
  /** Returns the balance of the player. */
  balance(accessToken: string): Promise<Balance>;
  /** Lists the entries on the player's balance. Responses are never cached. */
  statement(accessToken: string, query?: StatementQuery): Promise<StatementPage>;
  /** Deletes the cached responses of this bearer. Call it when the player signs out of your game. */
  forget(accessToken: string): void;
}

const cacheSecondsMax = 900;
const defaultSeconds: Required<CacheSeconds> = { identity: 300, profile: 300, balance: 0 };

/**
 * Creates a reader for the data of players, with a cache per bearer. Errors are never cached. A 401 deletes all cached responses of the
 * bearer. Throws a `RangeError` if a value of `cacheSeconds` is not between 0 and 900.
 */
export function createIdentityReader(options: ReaderOptions): IdentityReader {
  const seconds = { ...defaultSeconds, ...options.cacheSeconds };
  if (Object.values(seconds).some((value) => !(value >= 0 && value <= cacheSecondsMax))) {
    throw new RangeError(`Every value of cacheSeconds must be between 0 and ${cacheSecondsMax}`);
  }
  const { now = Date.now, entriesMax = 10_000 } = options;
  const identities = rememberAnswers<Identity>({ seconds: seconds.identity, entriesMax, now });
  const profiles = rememberAnswers<Profile>({ seconds: seconds.profile, entriesMax, now });
  const balances = rememberAnswers<Balance>({ seconds: seconds.balance, entriesMax, now });

  function forget(token: string): void {
    for (const answers of [identities, profiles, balances]) answers.forget(token);
  }

  async function ask<T>(token: string, work: (call: ReturnType<typeof callPid>) => Promise<T>): Promise<T> {
    try {
      return await work(callPid(options, token));
    } catch (error) {
      if (error instanceof PidError && error.status === 401) forget(token);
      throw error;
    }
  }

  return {
    identity: (token) => identities.read(token, () => ask(token, (call) => call('getIdentity'))),
    profile: (token) => profiles.read(token, () => ask(token, (call) => call('getProfile'))),
    balance: (token) => balances.read(token, () => ask(token, (call) => call('getBalance'))),
    statement: (token, query = {}) => ask(token, (call) => call('getStatement', query)),
    forget,
  };
}
