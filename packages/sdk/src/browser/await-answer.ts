import { channelName, isAnswerTo, receiptFor, type LoginAnswer } from './login-answer.ts';
import { loginTtlMillis } from './login-memory.ts';
import { SignInError } from './sign-in-error.ts';

const pollMillis = 250;
const closedMillis = 1500;

export interface Awaited {
  readonly popup: Window;
  readonly state: string;
  readonly serviceOrigin: string;
  readonly signals: readonly AbortSignal[];
}

/**
 * The first answer to `state`: a message from that window and that origin, or, when an isolating page on the way has cut us
 * off from the window, a broadcast of our own callback page.
 */
export function awaitAnswer({ popup, state, serviceOrigin, signals }: Awaited): Promise<LoginAnswer> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(channelName);
    const onMessage = (event: MessageEvent): void => {
      if (event.origin === serviceOrigin && event.source === popup && isAnswerTo(state, event.data))
        settle(event.data);
    };
    channel.addEventListener('message', ({ data }) => {
      if (!isAnswerTo(state, data)) return;
      // A broadcast stays on our own origin; it has no target to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(receiptFor(state));
      settle(data);
    });
    const onAbort = (event: Event): void => {
      const reason: unknown = event.target instanceof AbortSignal ? event.target.reason : null;
      const isSuperseded = reason instanceof SignInError;
      // A sign-in that supersedes this one uses the same window.
      if (!isSuperseded) popup.close();
      fail(isSuperseded ? reason : new SignInError('aborted'));
    };
    const timeout = setTimeout(() => fail(new SignInError('timeout')), loginTtlMillis);
    const poll = setInterval(
      watchClosing(popup, () => fail(new SignInError('closed'))),
      pollMillis,
    );
    addEventListener('message', onMessage);
    for (const signal of signals) signal.addEventListener('abort', onAbort);

    function settle(answer: LoginAnswer): void {
      stop();
      resolve(answer);
    }
    function fail(error: SignInError): void {
      stop();
      reject(error);
    }
    function stop(): void {
      clearTimeout(timeout);
      clearInterval(poll);
      channel.close();
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
