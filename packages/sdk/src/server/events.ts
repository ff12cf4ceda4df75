import type { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { AppEvent, EventsOptions } from './payment-shapes.ts';

type AsApp = <T>(work: (call: ReturnType<typeof callPid>) => Promise<T>) => Promise<T>;

const waitSeconds = 20;
const pageSize = 200;
const firstPauseMillis = 250;
const longestPauseMillis = 10_000;

/**
 * Everything that happens to your app, in order and without end. Store the number of an event with what you did about it, and begin there
 * after a restart: nothing is missed and nothing seen twice. What passes (a restart of PID, a lost connection, too many requests) is waited out;
 * what does not is thrown: `events_gone` when you were away for more than 30 days, `events_ahead` when PID was restored to an earlier moment.
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
      const page = await asApp((call) =>
        call('listAppEvents', { client_id: clientId, ...place, limit: pageSize, wait: waitSeconds }),
      );
      failures = 0;
      for (const event of page.items) {
        if (signal?.aborted) return;
        yield event;
        last = event.number;
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
      const pause = Math.min(firstPauseMillis * 2 ** failures, longestPauseMillis);
      failures += 1;
      await sleep(Math.max(pause, retryAfterMillis(error)), signal);
    }
  }
}

/** Anything but a refusal that would be the same again. A token that ended is asked for anew by the next call. */
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
