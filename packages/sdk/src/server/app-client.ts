import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { ServiceOptions } from '../service-options.ts';
import { readEvents } from './events.ts';
import type { Balance, StatementPage, StatementQuery } from './identity-reader.ts';
import type { AppEvent, EventsOptions, Payments } from './payment-shapes.ts';
import { paymentsOf } from './payments.ts';

export interface AppClientOptions extends ServiceOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the token is for: `read` when left out; `payments` has to be asked for. */
  readonly scope?: 'read' | 'read payments';
  /** Unix milliseconds, for a test. */
  readonly now?: () => number;
}

export interface AppClient {
  /** A machine token that is good for another minute at least. */
  token(): Promise<string>;
  /** What your app has earned, and what is held for it. */
  balance(): Promise<Balance>;
  statement(query?: StatementQuery): Promise<StatementPage>;
  readonly payments: Payments;
  /** Everything that happens to your app, in order and without end; resumes by itself. */
  events(options?: EventsOptions): AsyncGenerator<AppEvent, void, undefined>;
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
      ...(options.scope === undefined ? {} : { scope: options.scope }),
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
  async function asApp<T>(
    work: (call: ReturnType<typeof callPid>) => Promise<T>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    try {
      return await work(callPid(options, await token(), headers));
    } catch (error) {
      if (error instanceof PidError && error.status === 401) current = null;
      throw error;
    }
  }

  return {
    token,
    balance: () => asApp((call) => call('getAppBalance', { client_id: clientId })),
    statement: (query = {}) => asApp((call) => call('getAppStatement', { client_id: clientId, ...query })),
    payments: paymentsOf(clientId, asApp),
    // Longer than the longest wait, whatever other calls may take.
    events: (asked) =>
      readEvents(
        clientId,
        async (work) => work(callPid({ ...options, timeoutMillis: 40_000 }, await token())),
        asked,
      ),
  };
}
