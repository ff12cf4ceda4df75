import { PidError } from '../pid-error.ts';
import type { Answer } from '../popup/answer.ts';

/** Result of a sign-in. Send it to your server, which passes it to `exchangeCode`. */
export interface SignInResult {
  readonly clientId: string;
  /** Login code: single-use, valid for five minutes. */
  readonly code: string;
  /** PKCE verifier of the code. */
  readonly codeVerifier: string;
}

export function answerInAddress(address: string): Answer | null {
  const query = new URL(address).searchParams;
  const state = query.get('state');
  if (state === null) return null;
  const [paymentId, allowanceId, status] = [
    query.get('payment_id'),
    query.get('allowance_id'),
    query.get('status'),
  ];
  if (paymentId !== null && status !== null)
    return { type: 'pid:payment', state, payment_id: paymentId, status };
  if (allowanceId !== null && status !== null)
    return { type: 'pid:allowance', state, allowance_id: allowanceId, status };
  const [code, error] = [query.get('pid_code'), query.get('error')];
  return {
    type: 'pid:login',
    state,
    ...(code === null ? {} : { pid_code: code }),
    ...(error === null ? {} : { error }),
  };
}

export function resultOf(answer: Answer, login: { clientId: string; codeVerifier: string }): SignInResult {
  const { pid_code: code, error } = answer;
  if (typeof code !== 'string' || error !== undefined)
    throw error === 'access_denied'
      ? new PidError('access_denied', 'The player denied the sign-in')
      : new PidError('failed', typeof error === 'string' ? error : 'The sign-in failed');
  return { clientId: login.clientId, code, codeVerifier: login.codeVerifier };
}
