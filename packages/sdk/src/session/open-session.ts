import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { Answer } from '../popup/answer.ts';
import { openWindow } from '../popup/open-window.ts';
import { relayAnswer } from '../popup/relay-answer.ts';
import { playerAddress, playMove, type GameMove } from './play-move.ts';
import {
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
  /** pid of the signed-in player. */
  readonly pid: string;
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
  options: PlaySessionOptions,
  nowSeconds: number,
): Promise<PlaySession | null> {
  const service = serviceOf(options);
  const stored = await readSession(sessionName(service, options.program, options.pid));
  return stored && stored.expiresAt > nowSeconds ? sessionOf(stored) : null;
}

/**
 * Opens PID's page, where the player allows a session with a passkey, and resolves with the session. Call it in the click handler, before
 * any `await`, because browsers allow popups only there. If no window can open, the current page goes to PID and returns (see
 * `resumePlaySession`). To renew a session, call this function again: the session gets a new key, and `player` stays the same.
 */
export async function openPlaySession(options: PlaySessionOptions): Promise<PlaySession> {
  const popup = openWindow('pid-session');
  const service = serviceOf(options);
  const state = crypto.randomUUID();
  const pair = await createKeyPair();
  const { program, pid, hours = hoursDefault } = options;
  const mode = popup ? 'popup' : 'redirect';
  await writeRecord(pendingName(state), { service, program, pid, hours, pair, mode });
  const { address: key } = await sessionKeyOf(pair);
  const responseMode = popup ? 'web_message' : 'query';
  const address = requestAddress(service, options, { state, key, responseMode });
  if (!popup) {
    location.assign(address);
    return new Promise(() => {});
  }
  popup.goTo(address);
  return finish(await popup.answer({ type: 'pid:session', state }, service, { signal: options.signal }));
}

/**
 * Returns the session that was opened by redirect, or null if there is none. Call it when the page at `redirectUri` loads. In a window
 * that `openPlaySession` opened, it passes the result to the opener and closes the window.
 */
export async function resumePlaySession(): Promise<PlaySession | null> {
  const url = new URL(location.href);
  const state = url.searchParams.get('state');
  const fields = Object.fromEntries(url.searchParams);
  const isAnswer = 'pid_session' in fields || 'error' in fields;
  const pending = state === null || !isAnswer ? undefined : await readPending(state);
  if (state === null || !pending) return null;
  for (const name of ['state', 'pid_session', 'expires_at', 'error']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  const answer: Answer = { ...fields, type: 'pid:session', state };
  if (pending.mode === 'popup' && (await relayAnswer(answer))) {
    window.close();
    return null;
  }
  return finish(answer);
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
  const { mode: _mode, ...kept } = pending;
  const stored: StoredSession = { ...kept, sessionAddress, expiresAt };
  await writeRecord(sessionName(pending.service, pending.program, pending.pid), stored);
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
