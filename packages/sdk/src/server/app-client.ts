import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { ServiceOptions } from '../service-options.ts';
import type { Allowances } from './allowance-shapes.ts';
import { readEvents } from './events.ts';
import type { Balance, StatementPage, StatementQuery } from './identity-reader.ts';
import type { AppEvent, EventsOptions, Payments } from './payment-shapes.ts';
import { allowancesOf, paymentsOf } from './payments.ts';

/** Options of `createAppClient`. */
export interface AppClientOptions extends ServiceOptions {
  /** Public `client_id` of your app. */
  readonly clientId: string;
  /** Client secret of your app. Keep it on your server. */
  readonly clientSecret: string;
  /** Scopes of the machine token. Default: `read`. Payments need `read payments`. */
  readonly scope?: 'read' | 'read payments';
  /** Clock for tests: returns a Unix timestamp in milliseconds. */
  readonly now?: () => number;
}

/** A player who has not signed in. PID knows only that your app created it. */
export interface Guest {
  /** Permanent id of the guest. Use it as the key of the saved game until the player signs in. */
  readonly guestId: string;
  /** Secret that claims the guest (`exchangeCode`). It is returned only once. Keep it on your server. */
  readonly guestToken: string;
}

/** Client for the data and payments of your app. */
export interface AppClient {
  /** Returns a machine token that is valid for at least another minute. */
  token(): Promise<string>;
  /** Returns the escrow balance of your app. */
  balance(): Promise<Balance>;
  /** Lists the entries on the escrow of your app. */
  statement(query?: StatementQuery): Promise<StatementPage>;
  /** Creates a guest, who can try your game before signing in. */
  createGuest(): Promise<Guest>;
  /** Creates and manages payments. Needs the scope `read payments`. */
  readonly payments: Payments;
  /** Asks players for allowances, for example for a monthly pass. Needs the scope `read payments`. */
  readonly allowances: Allowances;
  /**
   * Iterates over the events of your app in order, without end. Store each event with its `number`, and pass the stored number as `after`
   * when your server restarts. Temporary failures are retried. Other errors are thrown: `events_gone` if events after `after` were
   * deleted because they are older than 30 days, `events_ahead` if PID was restored from a backup that does not contain this number.
   */
  events(options?: EventsOptions): AsyncGenerator<AppEvent, void, undefined>;
}

const spareMillis = 60_000;

/** Creates a client for your app's own data and payments. Use it only on your server. */
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

  /** A rotated secret ends its tokens early, so after a 401 the next call requests a new token. */
  async function asApp<T>(
    work: (call: ReturnType<typeof callPid>) => Promise<T>,
    headers: Readonly<Record<string, string>> = {},
    service: ServiceOptions = options,
  ): Promise<T> {
    try {
      return await work(callPid(service, await token(), headers));
    } catch (error) {
      if (error instanceof PidError && error.status === 401) current = null;
      throw error;
    }
  }

  return {
    token,
    balance: () => asApp((call) => call('getAppBalance', { client_id: clientId })),
    statement: (query = {}) => asApp((call) => call('getAppStatement', { client_id: clientId, ...query })),
    createGuest: () => asApp((call) => call('createGuest', { client_id: clientId })),
    payments: paymentsOf(clientId, asApp),
    allowances: allowancesOf(clientId, asApp),
    // The signal replaces `timeoutMillis`, which may be shorter than the long poll.
    events: (asked) =>
      readEvents(
        clientId,
        (work, signal) => {
          const send = options.fetch ?? globalThis.fetch;
          const fetch: typeof send = (address, init) => send(address, { ...init, signal });
          return asApp(work, {}, { ...options, fetch });
        },
        asked,
      ),
  };
}
