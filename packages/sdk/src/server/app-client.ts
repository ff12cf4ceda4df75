import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { ServiceOptions } from '../service-options.ts';
import type { Balance, StatementPage, StatementQuery } from './identity-reader.ts';

export interface AppClientOptions extends ServiceOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Unix milliseconds, for a test. */
  readonly now?: () => number;
}

export interface AppClient {
  /** A machine token that is good for another minute at least. */
  token(): Promise<string>;
  /** What your app has earned in fees. */
  balance(): Promise<Balance>;
  statement(query?: StatementQuery): Promise<StatementPage>;
}

const spareMillis = 60_000;

/** Speaks for your app itself: its own data, never a player's. */
export function createAppClient(options: AppClientOptions): AppClient {
  const { clientId, clientSecret } = options;
  const now = options.now ?? Date.now;
  let current: { token: Promise<string>; untilMillis: number } | null = null;

  async function fetchToken(): Promise<string> {
    const answer = await callPid(options)('issueMachineToken', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    if (current) current.untilMillis = now() + answer.expires_in * 1000 - spareMillis;
    return answer.access_token;
  }

  function token(): Promise<string> {
    if (!current || current.untilMillis <= now()) {
      current = { token: Promise.resolve(''), untilMillis: Infinity };
      current.token = fetchToken().catch((error: unknown) => {
        current = null;
        throw error;
      });
    }
    return current.token;
  }

  /** The secret was rotated: the token ended before its time, and the next call asks for another. */
  async function asApp<T>(work: (call: ReturnType<typeof callPid>) => Promise<T>): Promise<T> {
    try {
      return await work(callPid(options, await token()));
    } catch (error) {
      if (error instanceof PidError && error.status === 401) current = null;
      throw error;
    }
  }

  return {
    token,
    balance: () => asApp((call) => call('getAppBalance', { client_id: clientId })),
    statement: (query = {}) => asApp((call) => call('getAppStatement', { client_id: clientId, ...query })),
  };
}
