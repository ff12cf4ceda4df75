import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { ServiceOptions } from '../service-options.ts';
import type { Profile } from './exchange-code.ts';
import { rememberAnswers } from './remember-answers.ts';

export interface Identity {
  readonly pid: string;
  readonly status: 'active' | 'suspended' | 'deleted';
  readonly createdAt: string;
}

export interface Balance {
  readonly currency: 'IDR';
  readonly balance: number;
  readonly asOf: string;
}

export interface StatementQuery {
  /** From this date or moment on, and until before that one. */
  readonly from?: string;
  readonly to?: string;
  /** Entries at most, up to 100. */
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
}

export interface StatementEntry {
  readonly id: string;
  readonly type: string;
  /** What the balance changed by in rupiah, fees included; negative for what left it. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly counterparty?: string;
  readonly fee?: number;
  readonly app?: string;
  readonly note?: string;
  readonly createdAt: string;
}

export interface StatementPage {
  readonly items: readonly StatementEntry[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Seconds that each route's answer may be used again; at most 900, the longest that PID allows. */
export interface CacheSeconds {
  readonly identity?: number;
  readonly profile?: number;
  readonly balance?: number;
}

export interface ReaderOptions extends ServiceOptions {
  readonly cacheSeconds?: CacheSeconds;
  /** Answers kept at most for each route; the oldest go first. */
  readonly entriesMax?: number;
  /** Unix milliseconds, for a test. */
  readonly now?: () => number;
}

export interface IdentityReader {
  identity(accessToken: string): Promise<Identity>;
  profile(accessToken: string): Promise<Profile>;
  balance(accessToken: string): Promise<Balance>;
  /** Never cached. */
  statement(accessToken: string, query?: StatementQuery): Promise<StatementPage>;
  /** Forgets what is known by this token, as when the player signs out of your game. */
  forget(accessToken: string): void;
}

const cacheSecondsMax = 900;
const defaultSeconds: Required<CacheSeconds> = { identity: 300, profile: 300, balance: 0 };

/**
 * Reads players' data by their bearers, and remembers it for a while by token and route. Refusals are never remembered, and a
 * token that is refused takes everything with it that was known by it.
 */
export function createIdentityReader(options: ReaderOptions): IdentityReader {
  const seconds = { ...defaultSeconds, ...options.cacheSeconds };
  if (Object.values(seconds).some((value) => !(value >= 0 && value <= cacheSecondsMax))) {
    throw new RangeError(`cacheSeconds must be 0 to ${cacheSecondsMax}`);
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
