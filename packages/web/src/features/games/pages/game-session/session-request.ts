import { api } from '../../../../kit/api/api.ts';
import type { LoginRequest } from '../../../../kit/api/shapes.ts';
import { leaveForAddress, type DeliveryWindow } from '../../../../kit/app-request/deliver-answer.ts';

/** The game's request, read from the address. */
export interface SessionRequest {
  readonly program: string;
  readonly sessionKey: string;
  readonly hours: number;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly responseMode: 'web_message' | 'query';
  /** The game does not know the player yet. */
  readonly asksPid: boolean;
}

export interface OpenedSession {
  readonly sessionAddress: string;
  readonly expiresAt: number;
}

const hoursMax = 24;

export function readRequest(query: URLSearchParams): SessionRequest | null {
  const [program, sessionKey, redirectUri] = ['program', 'session_key', 'redirect_uri'].map((name) =>
    query.get(name),
  );
  const hours = Number(query.get('hours') ?? 12);
  if (!program || !sessionKey || !redirectUri || !(hours > 0) || hours > hoursMax) return null;
  const responseMode = query.get('response_mode') === 'web_message' ? 'web_message' : 'query';
  const asksPid = query.get('ask_pid') === '1';
  return { program, sessionKey, hours, redirectUri, state: query.get('state'), responseMode, asksPid };
}

/** The part of the address that identifies the app; it follows the rules of a login. */
export function loginQuery(query: URLSearchParams): URLSearchParams {
  const fields = ['client_id', 'redirect_uri', 'response_mode', 'state'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(fields);
}

export const readGame = (program: string, signal: AbortSignal) =>
  api.call('getGameProgram', { program }, { session: 'none', signal });

/**
 * Delivers the result to the game: to the window that opened this one, or by a redirect if there is no
 * opener.
 */
export function answerGame(
  window: DeliveryWindow,
  login: LoginRequest,
  request: SessionRequest,
  opened: (OpenedSession & { readonly pid: string }) | null,
): void {
  const answer = opened
    ? {
        pid_session: opened.sessionAddress,
        expires_at: String(opened.expiresAt),
        ...(request.asksPid ? { pid: opened.pid } : {}),
      }
    : { error: 'access_denied' };
  const state = request.state === null ? {} : { state: request.state };
  if (request.responseMode === 'web_message' && window.opener && !window.opener.closed) {
    window.opener.postMessage({ type: 'pid:session', ...answer, ...state }, login.origin);
    window.close();
    return;
  }
  const address = new URL(request.redirectUri);
  if (address.origin !== login.origin)
    throw new Error('Refused to leave for an address that was not checked');
  for (const [name, value] of Object.entries({ ...answer, ...state })) address.searchParams.set(name, value);
  leaveForAddress(window, address.href);
}
