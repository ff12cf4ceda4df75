import { PidError } from '../pid-error.ts';
import { decisionTtlMillis as ttlMillis, type Answer } from '../popup/answer.ts';
import { openWindow } from '../popup/open-window.ts';
import { listenForRelayed } from '../popup/relay-answer.ts';
import { forgetUnlessClosed, rememberLogin } from './login-memory.ts';
import { randomText } from './pkce.ts';

/** Options of `requestPayment` and `requestAllowance`. */
export interface AskOptions<Result> {
  /** `popup` (the default) opens a window. `redirect` navigates this page to PID and back; call `resumePayment` or `resumeAllowance` then. */
  readonly mode?: 'popup' | 'redirect';
  /** Aborts the wait and closes the window. */
  readonly signal?: AbortSignal;
  /**
   * Called if the player finishes after the call has resolved with `closed`, for example in a window that lost its connection before
   * PID's page had loaded, or if the device was offline when the window was closed and the player had finished.
   */
  readonly onResultAfterClose?: (result: Result) => void;
}

interface AskedPage<Result> {
  readonly type: Exclude<Answer['type'], 'pid:login' | 'pid:session'>;
  readonly windowName: string;
  readonly address: string;
  /** Reads the result from the service, in the words of PID's page. Returns null while there is none. */
  readResult(asked: Pick<Answer, 'type' | 'state'>, serviceOrigin: string): Promise<Answer | null>;
  resultOf(answer: Answer): Result;
  readonly closed: Result;
}

/** Opens a page of PID on which the player decides, and resolves with the decision. */
export async function askPage<Result>(page: AskedPage<Result>, options: AskOptions<Result>): Promise<Result> {
  const url = new URL(page.address);
  const state = randomText(16);
  url.searchParams.set('state', state);
  const addressFor = (mode: 'web_message' | 'query'): string => {
    url.searchParams.set('response_mode', mode);
    // PID's page then says when it leaves for a page that may be isolated.
    if (mode === 'web_message') url.searchParams.set('tell_opener', '1');
    else url.searchParams.delete('tell_opener');
    return url.href;
  };
  const popup = options.mode === 'redirect' ? null : openWindow(page.windowName, addressFor('web_message'));
  const mode = popup ? 'popup' : 'redirect';
  rememberLogin(state, { mode, clientId: '', codeVerifier: '', returnTo: location.href }, ttlMillis);
  if (!popup) {
    location.assign(addressFor('query'));
    return new Promise(() => {});
  }
  const asked = { type: page.type, state };
  try {
    const readResult = (): Promise<Answer | null> => page.readResult(asked, url.origin);
    const answer = popup.answer(asked, url.origin, { signal: options.signal, ttlMillis, readResult });
    return page.resultOf(await forgetUnlessClosed(state, answer));
  } catch (error) {
    if (!(error instanceof PidError && error.code === 'closed')) throw error;
    let isTold = false;
    const tell = (answer: Answer): void => {
      if (!isTold) options.onResultAfterClose?.(page.resultOf(answer));
      isTold = true;
    };
    // The callback page closes its window if this page still takes the result.
    const stop = listenForRelayed(asked, (answer) => {
      stop();
      tell(answer);
    });
    if (options.onResultAfterClose)
      void readAgain(() => page.readResult(asked, url.origin)).then((answer) => answer && tell(answer));
    return page.closed;
  }
}

const [readAgainMillis, readAgainMaxMillis, readAgainTimes] = [1000, 60_000, 20];

/**
 * Reads the result of a window that was closed. The player may have decided, and the device may have been offline when the result was
 * read last. Stops at the first response of the service, and after about a quarter of an hour.
 */
async function readAgain(read: () => Promise<Answer | null>): Promise<Answer | null> {
  for (let times = 0; times < readAgainTimes; times += 1) {
    const waitMillis = Math.min(readAgainMillis * 2 ** times, readAgainMaxMillis);
    await new Promise((resolve) => setTimeout(resolve, waitMillis * (0.75 + Math.random() / 2)));
    try {
      return await read();
    } catch {
      // The service cannot be reached.
    }
  }
  return null;
}

/** Reads a public status from the service; undefined while the service does not say. Throws if it cannot be reached. */
export async function readStatus(address: string): Promise<string | undefined> {
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(10_000) });
  if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
  if (!response.ok) return undefined;
  const { status }: { status?: string } = await response.json();
  return status === 'open' ? undefined : status;
}
