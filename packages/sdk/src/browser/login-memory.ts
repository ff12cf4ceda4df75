import { PidError } from '../pid-error.ts';
import { answerTtlMillis, type Answer } from '../popup/answer.ts';
import { pendingPrefix as prefix } from '../popup/claim-answer.ts';

/** A pending sign-in, payment, allowance or permission. It survives navigation to other pages and binds the answer to the browser that started it. */
export interface PendingLogin {
  readonly mode: 'popup' | 'redirect';
  readonly clientId: string;
  readonly codeVerifier: string;
  /** Page that started the request; a redirect returns to it. */
  readonly returnTo: string;
  readonly expiresAtMillis: number;
}

/** An answer that the callback page leaves for the page that started the request. */
export interface LeftResult {
  readonly answer: Answer;
  readonly clientId: string;
  readonly codeVerifier: string;
}

const resultKey = 'pid:result';

export function rememberLogin(
  state: string,
  login: Omit<PendingLogin, 'expiresAtMillis'>,
  ttlMillis = answerTtlMillis,
): void {
  forgetExpired();
  write(localStorage, prefix + state, { ...login, expiresAtMillis: Date.now() + ttlMillis });
}

function forgetLogin(state: string): void {
  localStorage.removeItem(prefix + state);
}

/**
 * Forgets the request when it ends. A window that seems closed may only have lost its opener: then its callback page must still know
 * the request.
 */
export async function forgetUnlessClosed(state: string, pending: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await pending;
    forgetLogin(state);
    return answer;
  } catch (error) {
    if (!(error instanceof PidError && error.code === 'closed')) forgetLogin(state);
    throw error;
  }
}

/** Returns a pending request, or null if this browser did not start it or if it has expired. */
export const findLogin = (state: string): PendingLogin | null => readLogin(prefix + state);

/** Returns a pending request as `findLogin` does, and deletes it. */
export function takeLogin(state: string): PendingLogin | null {
  const login = findLogin(state);
  forgetLogin(state);
  return login;
}

/** Stores the answer of a redirect for the page that started it, in this tab only. */
export function leaveResult(result: LeftResult): void {
  write(sessionStorage, resultKey, result);
}

/** Returns and deletes a stored answer of this type. The type prevents a sign-in from reading the answer of a payment. */
export function takeResult(type: Answer['type']): LeftResult | null {
  // The cast is safe: only `leaveResult` writes this key.
  const result = read(sessionStorage, resultKey) as LeftResult | null;
  if (result?.answer.type !== type) return null;
  sessionStorage.removeItem(resultKey);
  return result;
}

/** Forgets requests and the marks of answered requests when they have expired. */
export function forgetExpired(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && !readLogin(key)) localStorage.removeItem(key);
  }
}

function readLogin(key: string): PendingLogin | null {
  // The cast is safe: only `rememberLogin` writes these keys.
  const login = read(localStorage, key) as PendingLogin | null;
  return login && login.expiresAtMillis > Date.now() ? login : null;
}

function write(storage: Storage, key: string, value: object): void {
  storage.setItem(key, JSON.stringify(value));
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
