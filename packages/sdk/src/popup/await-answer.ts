import { PidError } from '../pid-error.ts';
import { isAnswerTo, type Answer } from './answer.ts';
import { listenForRelayed } from './relay-answer.ts';

export const answerTtlMillis = 600_000;
const pollMillis = 250;
const closedMillis = 1500;

export interface Awaited extends Pick<Answer, 'type' | 'state'> {
  readonly popup: Window;
  readonly serviceOrigin: string;
  readonly signals: readonly AbortSignal[];
}

/**
 * The one waiter for PID's windows. Resolves with the first answer to `state`: a message from that window and that origin, or what our
 * own callback page relays when an isolating page on the way has cut us off from the window.
 */
export function awaitAnswer({ popup, serviceOrigin, signals, ...asked }: Awaited): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent): void => {
      if (event.origin === serviceOrigin && event.source === popup && isAnswerTo(asked, event.data))
        settle(event.data);
    };
    const onAbort = (event: Event): void => {
      const reason: unknown = event.target instanceof AbortSignal ? event.target.reason : null;
      const isSuperseded = reason instanceof PidError;
      // What supersedes this one uses the same window.
      if (!isSuperseded) popup.close();
      fail(isSuperseded ? reason : new PidError('aborted'));
    };
    const stopRelayed = listenForRelayed(asked, settle);
    const timeout = setTimeout(() => fail(new PidError('timeout')), answerTtlMillis);
    const poll = setInterval(
      watchClosing(popup, () => fail(new PidError('closed', 'The window was closed'))),
      pollMillis,
    );
    addEventListener('message', onMessage);
    for (const signal of signals) signal.addEventListener('abort', onAbort);
    // Aborted before there was anything to wait for.
    signals.find(({ aborted }) => aborted)?.dispatchEvent(new Event('abort'));

    function settle(answer: Answer): void {
      stop();
      resolve(answer);
    }
    function fail(error: PidError): void {
      stop();
      reject(error);
    }
    function stop(): void {
      clearTimeout(timeout);
      clearInterval(poll);
      stopRelayed();
      removeEventListener('message', onMessage);
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
    }
  });
}

/**
 * A window that was cut off from us says `closed` too, while the user is still busy in it. Only when the focus is back on our
 * page, and stays, has the user really closed it.
 */
function watchClosing(popup: Window, onClosed: () => void): () => void {
  let closedFor = 0;
  return () => {
    closedFor = popup.closed && document.hasFocus() ? closedFor + pollMillis : 0;
    if (closedFor >= closedMillis) onClosed();
  };
}
