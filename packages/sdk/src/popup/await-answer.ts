import { PidError } from '../pid-error.ts';
import { isAnswerTo, type Answer } from './answer.ts';
import { listenForRelayed } from './relay-answer.ts';

const pollMillis = 250;
const closedMillis = 1500;

export interface Awaited extends Pick<Answer, 'type' | 'state'> {
  readonly popup: Window;
  readonly serviceOrigin: string;
  readonly signals: readonly AbortSignal[];
  readonly ttlMillis: number;
}

/**
 * Resolves with the first answer to `state`: a message from that window and origin, or an answer that the callback page relays. The
 * relay is necessary because a page with `Cross-Origin-Opener-Policy` cuts the connection between window and opener.
 */
export function awaitAnswer({
  popup,
  serviceOrigin,
  signals,
  ttlMillis,
  ...asked
}: Awaited): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent): void => {
      if (event.origin === serviceOrigin && event.source === popup && isAnswerTo(asked, event.data))
        settle(event.data);
    };
    const onAbort = (event: Event): void => {
      const reason: unknown = event.target instanceof AbortSignal ? event.target.reason : null;
      const isSuperseded = reason instanceof PidError;
      // The newer request uses the same window, so it must stay open.
      if (!isSuperseded) popup.close();
      fail(isSuperseded ? reason : new PidError('aborted', 'The request was aborted'));
    };
    const stopRelayed = listenForRelayed(asked, settle);
    const timeout = setTimeout(() => fail(new PidError('timeout', 'No response in time')), ttlMillis);
    const poll = setInterval(
      watchClosing(popup, () => fail(new PidError('closed', 'The player closed the window'))),
      pollMillis,
    );
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
      clearTimeout(timeout);
      clearInterval(poll);
      stopRelayed();
      removeEventListener('message', onMessage);
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
    }
  });
}

/**
 * `Cross-Origin-Opener-Policy` also makes `closed` true, while the player still uses the window. The window counts as closed only if
 * our page has had the focus since then, for 1.5 seconds.
 */
function watchClosing(popup: Window, onClosed: () => void): () => void {
  let closedFor = 0;
  return () => {
    closedFor = popup.closed && document.hasFocus() ? closedFor + pollMillis : 0;
    if (closedFor >= closedMillis) onClosed();
  };
}
