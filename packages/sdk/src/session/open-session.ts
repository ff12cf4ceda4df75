import { accountIdFromPid, deriveWallet, findSessionAddress, toAddress } from '@pid/protocol';
import { forgetExpired } from '../browser/login-memory.ts';
import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import { decisionTtlMillis as ttlMillis, type Answer } from '../popup/answer.ts';
import { openWindow } from '../popup/open-window.ts';
import { closeWindow, handOver } from '../popup/hand-over.ts';
import { relayAnswer } from '../popup/relay-answer.ts';
import { playerAddress, playMove, type GameMove } from './play-move.ts';
import {
  deleteExpiredRequests,
  deleteRecord,
  pendingName,
  readPending,
  readSession,
  sessionName,
  writeRecord,
  type StoredSession,
} from './remember-session.ts';
import { createKeyPair, sessionKeyOf } from './session-key.ts';

/** Options of a game session. */
export interface PlaySessionOptions {
  /** Public `client_id` of your app. */
  readonly clientId: string;
  /** pid of the signed-in player. Without it, the player signs in or signs up in the window, and the session contains the pid. */
  readonly pid?: string;
  /** Address of your Solana program (base58). */
  readonly program: string;
  /** Base URL of PID, for example https://pid.example, or http://localhost:4100 on your own machine. */
  readonly baseUrl: string;
  /**
   * URL of your page that calls `resumePlaySession`, on a listed origin of your app or on loopback. Default: the current page.
   */
  readonly redirectUri?: string;
  /** Duration of the session in hours, at most 24. Default: 12. */
  readonly hours?: number;
  /** Aborts the request and closes the window. */
  readonly signal?: AbortSignal;
}

/** An open game session. Until it ends, moves need no prompt. */
export interface PlaySession {
  readonly pid: string;
  readonly program: string;
  /** Address of the session account on the chain. */
  readonly sessionAddress: string;
  /** Unix timestamp in seconds. */
  readonly expiresAt: number;
  /** Address of the player in your program. It is the same in every session of this player. */
  readonly player: string;
  /**
   * Submits a move and resolves when the chain has confirmed it. PID pays the network fee. Throws a `PidError`, for example with the code
   * `session_not_alive` after the session has ended.
   */
  play(move: GameMove): Promise<{ signature: string }>;
  /** Returns true in the last tenth of the session. Offer a renewal then, before a move fails. */
  isRenewalDue(nowSeconds: number): boolean;
}

const hoursDefault = 12;
const serviceOf = (options: Pick<PlaySessionOptions, 'baseUrl'>) => new URL(options.baseUrl).origin;

/**
 * Returns the player's session in this browser, or null if there is none or it has expired. `nowSeconds` is a Unix timestamp in
 * seconds.
 */
export async function findPlaySession(
  options: PlaySessionOptions & { readonly pid: string },
  nowSeconds: number,
): Promise<PlaySession | null> {
  const service = serviceOf(options);
  const stored = await readSession(sessionName(service, options.program, options.pid));
  return stored && stored.expiresAt > nowSeconds ? sessionOf(stored) : null;
}

/**
 * Opens PID's page, where the player allows a session with a passkey, and resolves with the session. Call it in the click handler, before
 * any `await`, because browsers allow popups only there. If no window can open, the current page goes to PID and returns (see
 * `resumePlaySession`). To renew a session, call this function again: the session gets a new key, and `player` stays the same. A second
 * call replaces the window, and the first one rejects with `superseded`.
 *
 * The window leads a newcomer through sign-up, passkey and activation, which can take a day if the player pays by bank transfer. Some of
 * these pages are isolated from your page, so the call does not end with `closed` while the player uses them.
 */
export async function openPlaySession(options: PlaySessionOptions): Promise<PlaySession> {
  const popup = openWindow('pid-session');
  const service = serviceOf(options);
  const state = crypto.randomUUID();
  const pair = await createKeyPair();
  const { program, pid = null, hours = hoursDefault } = options;
  const mode = popup ? 'popup' : 'redirect';
  const nowMillis = Date.now();
  forgetExpired();
  await deleteExpiredRequests(nowMillis);
  const expiresAtMillis = nowMillis + ttlMillis;
  await writeRecord(pendingName(state), { service, program, pid, hours, pair, mode, expiresAtMillis });
  const { address: key } = await sessionKeyOf(pair);
  const responseMode = popup ? 'web_message' : 'query';
  const address = requestAddress(service, options, { state, key, responseMode });
  if (!popup) {
    location.assign(address);
    return new Promise(() => {});
  }
  popup.goTo(address);
  const asked = { type: 'pid:session', state } as const;
  const readResult = pid === null ? undefined : () => readGrant(service, pid, key, asked);
  return finish(await popup.answer(asked, service, { signal: options.signal, ttlMillis, readResult }));
}

/** Reads the session from the service. Its address follows from the player and the key. */
async function readGrant(
  service: string,
  pid: string,
  key: string,
  asked: Pick<Answer, 'type' | 'state'>,
): Promise<Answer | null> {
  const call = callPid({ baseUrl: service });
  const { programId } = await call('getChain');
  const wallet = deriveWallet(toAddress(programId), accountIdFromPid(pid));
  const { address } = findSessionAddress(wallet.program, wallet.vault, toAddress(key));
  const { state, expiresAt } = await call('getSessionGrant', { sessionAddress: address });
  return state === 'active' ? { ...asked, pid_session: address, expires_at: String(expiresAt) } : null;
}

/**
 * Returns the session that was opened by redirect, or null if there is none. Call it when the page at `redirectUri` loads, before the game
 * starts. In a window that `openPlaySession` opened, it passes the result to the page that called it, closes the window and never
 * resolves. If that page is gone, it shows a link with which the player continues here.
 */
export async function resumePlaySession(): Promise<PlaySession | null> {
  const url = new URL(location.href);
  const fields = Object.fromEntries(url.searchParams);
  const { state } = fields;
  if (state === undefined || !('pid_session' in fields || 'error' in fields)) return null;
  const answer: Answer = { ...fields, type: 'pid:session', state };
  const pending = await readPending(state);
  if (!pending) {
    // The page that started the request forgets it when it has read the session from the service.
    if (!('pid_session' in fields) || !(await relayAnswer(answer))) return null;
    closeWindow();
    return new Promise(() => {});
  }
  for (const name of ['state', 'pid_session', 'expires_at', 'pid', 'error']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  if (pending.mode === 'redirect') return finish(answer);
  await handOver(answer, () => void continueHere(answer, url));
  // The page of the game must not start in this window.
  return new Promise(() => {});
}

/** Loads the page again: it finds the session. */
async function continueHere(answer: Answer, url: URL): Promise<void> {
  // A denied session leaves nothing to find.
  await finish(answer).catch(() => {});
  location.replace(url);
}

function requestAddress(
  service: string,
  options: PlaySessionOptions,
  { state, key, responseMode }: { state: string; key: string; responseMode: string },
): string {
  const query = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: new URL(options.redirectUri ?? location.pathname, location.href).href,
    response_mode: responseMode,
    state,
    program: options.program,
    session_key: key,
    hours: String(options.hours ?? hoursDefault),
    // PID's page then says when it leaves for a page that is isolated.
    ...(responseMode === 'web_message' ? { tell_opener: '1' } : {}),
    ...(options.pid === undefined ? { ask_pid: '1' } : {}),
  });
  return `${service}/session?${query.toString()}`;
}

async function finish(answer: Answer): Promise<PlaySession> {
  const pending = await readPending(answer.state);
  await deleteRecord(pendingName(answer.state));
  const sessionAddress = answer['pid_session'];
  if (!pending) throw new PidError('unknown_state', 'This browser did not start the request');
  if (typeof sessionAddress !== 'string')
    throw new PidError('access_denied', 'The player denied the session');
  const expiresAt = Number(answer['expires_at']);
  const { mode: _mode, expiresAtMillis: _expiresAtMillis, ...kept } = pending;
  const pid = pending.pid ?? answer['pid'];
  if (typeof pid !== 'string') throw new PidError('failed', 'The response of the session page has no pid');
  const stored: StoredSession = { ...kept, pid, sessionAddress, expiresAt };
  await writeRecord(sessionName(pending.service, pending.program, pid), stored);
  return sessionOf(stored);
}

async function sessionOf(stored: StoredSession): Promise<PlaySession> {
  const { service, program, pid, sessionAddress, expiresAt, hours, pair } = stored;
  const chain = await callPid({ baseUrl: service })('getChain');
  const context = {
    service,
    program,
    pid,
    sessionAddress,
    programId: chain.programId,
    key: await sessionKeyOf(pair),
  };
  return {
    pid,
    program,
    sessionAddress,
    expiresAt,
    player: playerAddress(chain.programId, pid, program),
    play: (move) => playMove(context, move),
    isRenewalDue: (nowSeconds) => nowSeconds >= expiresAt - hours * 360,
  };
}
