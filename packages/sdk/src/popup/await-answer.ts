import { PidError } from '../pid-error.ts';
import { isAnswerTo, isFrom, type Answer } from './answer.ts';
import { listenForRelayed } from './relay-answer.ts';
import { watchWindow, type Watched } from './watch-window.ts';

export interface Awaited extends Watched, Pick<Answer, 'type' | 'state'> {
  readonly signals: readonly AbortSignal[];
  readonly ttlMillis: number;
}

/**
 * Resolves with the first answer to `state`: a message from that window and origin, an answer that the callback page relays, or the result
 * that the service has. The latter two are necessary because a page with `Cross-Origin-Opener-Policy` cuts the connection between window
 * and opener.
 */
export function awaitAnswer({ signals, ttlMillis, ...watched }: Awaited): Promise<Answer> {
  const { popup } = watched;
  return new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent): void => {
      if (isFrom(watched, event) && isAnswerTo(watched, event.data)) settle(event.data);
    };
    const onAbort = (event: Event): void => {
      const reason: unknown = event.target instanceof AbortSignal ? event.target.reason : null;
      const isSuperseded = reason instanceof PidError;
      // The newer request uses the same window, so it must stay open.
      if (!isSuperseded) popup.close();
      fail(isSuperseded ? reason : new PidError('aborted', 'The request was aborted'));
    };
    const stopRelayed = listenForRelayed(watched, settle, () =>
      fail(new PidError('superseded', 'The player continued in the other window')),
    );
    const timeout = setTimeout(() => fail(new PidError('timeout', 'No response in time')), ttlMillis);
    const stopWatching = watchWindow(watched, {
      onResult: (answer) => {
        stopWaiting();
        // The callback page in the window still offers its answer, and closes the window when this page takes it.
        setTimeout(stopRelayed, ttlMillis);
        resolve(answer);
      },
      onClosed: () => fail(new PidError('closed', 'The player closed the window')),
    });
    addEventListener('message', onMessage);
    for (const signal of signals) signal.addEventListener('abort', onAbort);
    // A signal that was aborted earlier fires no event.
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
      stopWaiting();
      stopRelayed();
    }
    function stopWaiting(): void {
      clearTimeout(timeout);
      stopWatching();
      removeEventListener('message', onMessage);
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
    }
  });
}
