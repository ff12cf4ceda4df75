import { PidError } from '../pid-error.ts';
import { showPage } from '../popup/callback-page.ts';
import { closeWindow, handOver } from '../popup/hand-over.ts';
import { relayAnswer } from '../popup/relay-answer.ts';
import { answerInAddress, resultOf, type SignInResult } from './login-answer.ts';
import { leaveResult, takeLogin, takeResult } from './login-memory.ts';

/**
 * Completes a sign-in, a payment or an allowance on your callback page. After a redirect, it returns to the page that started the request. In a popup,
 * it passes the result to that page and closes the window; if that page is gone, it shows a link with which the player continues here.
 * If this browser did not start the request, or if the request has expired, it shows a page in the player's language and throws a
 * `PidError` with the code `unknown_state`.
 */
export async function handleCallback(): Promise<void> {
  const answer = answerInAddress(location.href);
  // The code must not remain in the address bar, the history or a referrer.
  history.replaceState(null, '', location.pathname);
  const login = answer && takeLogin(answer.state);
  if (!answer || !login) {
    // The page that started the request forgets it when it has read the result from the service.
    if (answer && answer.type !== 'pid:login' && (await relayAnswer(answer))) return closeWindow();
    showPage(answer && answer.type !== 'pid:login' ? 'unknownPayment' : 'unknownSignIn');
    throw new PidError('unknown_state', 'This browser did not start the request, or the request has expired');
  }
  const continueHere = (): void => {
    leaveResult({ answer, clientId: login.clientId, codeVerifier: login.codeVerifier });
    location.replace(login.returnTo);
  };
  if (login.mode === 'popup') return handOver(answer, continueHere);
  continueHere();
}

/**
 * Returns the result of a sign-in by redirect, or null if there is none. Call it when your page loads. Throws a `PidError` if the player
 * denied the sign-in.
 */
export function resumeSignIn(): SignInResult | null {
  const left = takeResult('pid:login');
  return left && resultOf(left.answer, left);
}
