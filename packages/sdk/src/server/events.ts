import type { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { AppEvent, EventsOptions } from './payment-shapes.ts';

type AsApp = <T>(work: (call: ReturnType<typeof callPid>) => Promise<T>, signal: AbortSignal) => Promise<T>;

const waitSeconds = 20;
// Longer than the long poll.
const requestMillis = 40_000;
const pageSize = 200;
const firstPauseMillis = 250;
const longestPauseMillis = 10_000;

/**
 * Iterates over the events of an app in order, without end. Temporary failures (a restart of PID, a lost connection, a rate limit) are
 * retried. Other errors are thrown, for example `events_gone` and `events_ahead`.
 */
export async function* readEvents(
  clientId: string,
  asApp: AsApp,
  { after, signal }: EventsOptions = {},
): AsyncGenerator<AppEvent, void, undefined> {
  let last = after;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const place = last === undefined ? {} : { after: last };
      const query = { client_id: clientId, ...place, limit: pageSize, wait: waitSeconds };
      const page = await untilAborted(signal, (end) => asApp((call) => call('listAppEvents', query), end));
      failures = 0;
      for (const event of page.items) {
        if (signal?.aborted) return;
        yield event as AppEvent;
        last = event.number;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
      const pause = Math.min(firstPauseMillis * 2 ** failures, longestPauseMillis);
      failures += 1;
      await sleep(Math.max(pause, retryAfterMillis(error)), signal);
    }
  }
}

/**
 * Rejects as soon as `signal` aborts, or after 40 seconds, and aborts the request. The request has its own signal, because Node
 * keeps every signal that `AbortSignal.any` derives from a long-lived one.
 */
async function untilAborted<T>(
  signal: AbortSignal | undefined,
  request: (end: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const end = (): void => own.abort();
  const timer = setTimeout(end, requestMillis);
  signal?.addEventListener('abort', end);
  const aborted = new Promise<never>((_resolve, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason as Error));
  });
  try {
    return await Promise.race([request(own.signal), aborted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Whether a retry can succeed. It can after a 401, because the next call requests a new token. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof PidError) || error.status === null) return true;
  return [401, 408, 429].includes(error.status) || error.status >= 500;
}

function retryAfterMillis(error: unknown): number {
  return error instanceof PidError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

function sleep(millis: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    signal?.addEventListener('abort', end);
  });
}
