import {
  answerInAddress,
  channelName,
  isReceipt,
  resultOf,
  type LoginAnswer,
  type SignInResult,
} from './login-answer.ts';
import { leaveResult, takeLogin, takeResult } from './login-memory.ts';
import { SignInError } from './sign-in-error.ts';

const receiptMillis = 700;

/** The whole work of your callback page: hands the answer to the page that asked, wherever that is. */
export async function handleCallback(): Promise<void> {
  const answer = answerInAddress(location.href);
  // The code must not stay in the address, the history or a referrer.
  history.replaceState(null, '', location.pathname);
  const login = answer && takeLogin(answer.state);
  if (!answer || !login) {
    say('This sign-in is not known here. Go back to the game and start again.');
    throw new SignInError('unknown_state');
  }
  if (login.mode === 'popup' && (await broadcast(answer))) {
    say('You are signed in. You can close this window.');
    window.close();
    return;
  }
  leaveResult({ answer, clientId: login.clientId, codeVerifier: login.codeVerifier });
  location.replace(login.returnTo);
}

/**
 * The result of a sign-in that took the whole page along; null when there was none. Call it when your page loads. Throws a
 * `SignInError` when the user denied.
 */
export function resumeSignIn(): SignInResult | null {
  const left = takeResult();
  return left && resultOf(left.answer, left);
}

/** True when the page that asked is there and has taken the answer. */
function broadcast(answer: LoginAnswer): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (isTaken: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    const timer = setTimeout(() => finish(false), receiptMillis);
    channel.addEventListener('message', ({ data }) => {
      if (isReceipt(answer.state, data)) finish(true);
    });
    // A broadcast stays on our own origin; it has no target to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(answer);
  });
}

function say(sentence: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = sentence;
  document.body.replaceChildren(paragraph);
}
