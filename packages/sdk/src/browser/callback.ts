import { PidError } from '../pid-error.ts';
import { relayAnswer } from '../popup/relay-answer.ts';
import { answerInAddress, resultOf, type SignInResult } from './login-answer.ts';
import { leaveResult, takeLogin, takeResult } from './login-memory.ts';

/** The whole work of your callback page: hands the answer to the page that asked, wherever that is. */
export async function handleCallback(): Promise<void> {
  const answer = answerInAddress(location.href);
  // The code must not stay in the address, the history or a referrer.
  history.replaceState(null, '', location.pathname);
  const login = answer && takeLogin(answer.state);
  if (!answer || !login) {
    say('This is not known here. Go back to the game and start again.');
    throw new PidError('unknown_state');
  }
  if (login.mode === 'popup' && (await relayAnswer(answer))) {
    say(
      answer.type === 'pid:login'
        ? 'You are signed in. You can close this window.'
        : 'Done. You can close this window.',
    );
    window.close();
    return;
  }
  leaveResult({ answer, clientId: login.clientId, codeVerifier: login.codeVerifier });
  location.replace(login.returnTo);
}

/**
 * The result of a sign-in that took the whole page along; null when there was none. Call it when your page loads. Throws a
 * `PidError` when the user denied.
 */
export function resumeSignIn(): SignInResult | null {
  const left = takeResult('pid:login');
  return left && resultOf(left.answer, left);
}

function say(sentence: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = sentence;
  document.body.replaceChildren(paragraph);
}
