import { SignInError } from './sign-in-error.ts';

/** What comes back from PID, by message, by broadcast or in the address. */
export interface LoginAnswer {
  readonly type: 'pid:login';
  readonly state: string;
  readonly pid_code?: string;
  readonly error?: string;
}

/** What your server exchanges for the player. */
export interface SignInResult {
  readonly clientId: string;
  readonly code: string;
  readonly codeVerifier: string;
}

export const channelName = 'pid:login';

export function isAnswerTo(state: string, data: unknown): data is LoginAnswer {
  return hasFields(data) && data['type'] === 'pid:login' && data['state'] === state;
}

export function isReceipt(state: string, data: unknown): boolean {
  return hasFields(data) && data['type'] === 'pid:login:received' && data['state'] === state;
}

export function receiptFor(state: string): object {
  return { type: 'pid:login:received', state };
}

export function answerInAddress(address: string): LoginAnswer | null {
  const query = new URL(address).searchParams;
  const state = query.get('state');
  if (state === null) return null;
  const [code, error] = [query.get('pid_code'), query.get('error')];
  return {
    type: 'pid:login',
    state,
    ...(code === null ? {} : { pid_code: code }),
    ...(error === null ? {} : { error }),
  };
}

export function resultOf(
  answer: LoginAnswer,
  login: { clientId: string; codeVerifier: string },
): SignInResult {
  const { pid_code: code, error } = answer;
  if (typeof code !== 'string' || error !== undefined) {
    throw error === 'access_denied'
      ? new SignInError('access_denied', 'The user denied the sign-in')
      : new SignInError('failed', error);
  }
  return { clientId: login.clientId, code, codeVerifier: login.codeVerifier };
}

function hasFields(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}
