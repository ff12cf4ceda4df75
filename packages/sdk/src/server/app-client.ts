import { callPid, getBearing, type ServiceOptions } from './call-pid.ts';
import type { Balance, StatementPage } from './identity-reader.ts';
import { PidError } from './pid-error.ts';

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
  statement(query?: Readonly<Record<string, string>>): Promise<StatementPage>;
}

const spareMillis = 60_000;

/** Speaks for your app itself: its own data, never a player's. */
export function createAppClient(options: AppClientOptions): AppClient {
  const { clientId, clientSecret } = options;
  const now = options.now ?? Date.now;
  let current: { token: Promise<string>; untilMillis: number } | null = null;

  async function fetchToken(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const answer = await callPid<{ access_token: string; expires_in: number }>(options, '/v1/auth/token', {
      method: 'POST',
      body,
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

  async function read<T>(path: string): Promise<T> {
    try {
      return await getBearing<T>(options, path, await token());
    } catch (error) {
      // The secret was rotated: the token ended before its time, and the next call asks for another.
      if (error instanceof PidError && error.statusCode === 401) current = null;
      throw error;
    }
  }

  return {
    token,
    balance: () => read(`/v1/apps/${clientId}/balance`),
    statement: (query = {}) =>
      read(`/v1/apps/${clientId}/statement?${new URLSearchParams(query).toString()}`),
  };
}
