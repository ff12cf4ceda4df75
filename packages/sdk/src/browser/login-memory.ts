import type { Answer } from '../popup/answer.ts';
import { answerTtlMillis } from '../popup/await-answer.ts';

/** A sign-in under way. It survives the way through other pages, and ties the answer to the browser that asked. */
export interface PendingLogin {
  readonly mode: 'popup' | 'redirect';
  readonly clientId: string;
  readonly codeVerifier: string;
  /** The page that asked, where a redirect leads back to. */
  readonly returnTo: string;
  readonly expiresAtMillis: number;
}

/** An answer on its way from the callback page to the page that asked. */
export interface LeftResult {
  readonly answer: Answer;
  readonly clientId: string;
  readonly codeVerifier: string;
}

const prefix = 'pid:login:';
const resultKey = 'pid:result';

export function rememberLogin(state: string, login: Omit<PendingLogin, 'expiresAtMillis'>): void {
  forgetExpired();
  write(localStorage, prefix + state, { ...login, expiresAtMillis: Date.now() + answerTtlMillis });
}

export function forgetLogin(state: string): void {
  localStorage.removeItem(prefix + state);
}

/** A pending sign-in, once. Null when this browser did not start it, or too long ago. */
export function takeLogin(state: string): PendingLogin | null {
  const login = readLogin(prefix + state);
  forgetLogin(state);
  return login;
}

/** Hands the answer of a redirect to the page that asked for it, in this tab only. */
export function leaveResult(result: LeftResult): void {
  write(sessionStorage, resultKey, result);
}

/** Of what was asked for: a payment's answer is not taken for a sign-in's. */
export function takeResult(type: Answer['type']): LeftResult | null {
  // Only `leaveResult` writes under this key.
  const result = read(sessionStorage, resultKey) as LeftResult | null;
  if (result?.answer.type !== type) return null;
  sessionStorage.removeItem(resultKey);
  return result;
}

function forgetExpired(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && !readLogin(key)) localStorage.removeItem(key);
  }
}

function readLogin(key: string): PendingLogin | null {
  // Only `rememberLogin` writes under these keys.
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
