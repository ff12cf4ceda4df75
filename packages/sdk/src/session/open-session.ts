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

export interface PlaySessionOptions {
  /** The public id of your app. */
  readonly clientId: string;
  /** The signed-in player. */
  readonly pid: string;
  /** Your program on chain. */
  readonly program: string;
  /** Where PID runs, such as https://pid.example; on your own machine http://localhost:4100. */
  readonly baseUrl: string;
  /** A page of yours, on an origin that your app has listed, that calls `resumePlaySession`. Left out it is this one. */
  readonly redirectUri?: string;
  /** How long you ask for; at most 24, and the player may give less. */
  readonly hours?: number;
  readonly signal?: AbortSignal;
}

/** An open session: moves without prompts until it ends. */
export interface PlaySession {
  readonly pid: string;
  readonly program: string;
  readonly sessionAddress: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** The player as your program sees it. */
  readonly player: string;
  play(move: GameMove): Promise<{ signature: string }>;
  /** Whether the last tenth has begun: offer a renewal at the next pause, before a move fails. */
  isRenewalDue(nowSeconds: number): boolean;
}

const hoursDefault = 12;
const serviceOf = (options: Pick<PlaySessionOptions, 'baseUrl'>) => new URL(options.baseUrl).origin;

/** The session of this player on this device, if one is still running. */
export async function findPlaySession(
  options: PlaySessionOptions,
  nowSeconds: number,
): Promise<PlaySession | null> {
  const service = serviceOf(options);
  const stored = await readSession(sessionName(service, options.program, options.pid));
  return stored && stored.expiresAt > nowSeconds ? sessionOf(stored) : null;
}

/**
 * Asks the player once, on PID's own page and with their passkey, and returns a session that plays without asking. Call it in a
 * click's own handler: browsers open windows only there. Without a window the whole page goes to PID and comes back, to
 * `resumePlaySession`. Renewing is the same call: a new key takes over, and your program sees the same player.
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
  return finish(await popup.answer({ type: 'pid:session', state }, service, options.signal));
}

/**
 * On the page of `redirectUri`: the session that a redirect brings back, or null when there was none. In a window whose opener is still
 * there it hands the answer over and closes the window.
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
  if (!pending) throw new PidError('unknown_state');
  if (typeof sessionAddress !== 'string') throw new PidError('access_denied', 'The player said no');
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
