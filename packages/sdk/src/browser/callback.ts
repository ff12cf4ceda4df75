import { PidError } from '../pid-error.ts';
import { relayAnswer } from '../popup/relay-answer.ts';
import { showPage } from './callback-page.ts';
import { answerInAddress, resultOf, type SignInResult } from './login-answer.ts';
import { leaveResult, takeLogin, takeResult } from './login-memory.ts';

/**
 * Completes a sign-in or a payment on your callback page: passes the result to the page that started it, then closes the window or
 * returns to that page. Shows a page in the player's language if the window cannot be closed, or if this browser did not start the request
 * or the request has expired; then it also throws a `PidError` with the code `unknown_state`.
 */
export async function handleCallback(): Promise<void> {
  const answer = answerInAddress(location.href);
  // The code must not remain in the address bar, the history or a referrer.
  history.replaceState(null, '', location.pathname);
  const login = answer && takeLogin(answer.state);
  if (!answer || !login) {
    showPage(answer?.type === 'pid:payment' ? 'unknownPayment' : 'unknownSignIn');
    throw new PidError('unknown_state', 'This browser did not start the request, or the request has expired');
  }
  if (login.mode === 'popup' && (await relayAnswer(answer))) {
    showPage('done');
    window.close();
    return;
  }
  leaveResult({ answer, clientId: login.clientId, codeVerifier: login.codeVerifier });
  location.replace(login.returnTo);
}

/**
 * Returns the result of a sign-in by redirect, or null if there is none. Call it when your page loads. Throws a `PidError` if the player
 * denied the sign-in.
 */
export function resumeSignIn(): SignInResult | null {
  const left = takeResult('pid:login');
  return left && resultOf(left.answer, left);
}
