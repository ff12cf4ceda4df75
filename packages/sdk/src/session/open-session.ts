/* oxlint-disable typescript/no-unsafe-type-assertion -- answers of PID have the shapes of its OpenAPI document */
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
  /** Where PID runs. Left out it is http://localhost:4100. */
  readonly baseUrl?: string;
  /** A page of yours, on an origin that your app has listed, that calls `resumePlaySession`. Left out it is this one. */
  readonly redirectUri?: string;
  /** How long you ask for; at most 24, and the player may give less. */
  readonly hours?: number;
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

export class PlaySessionError extends Error {
  override readonly name = 'PlaySessionError';
  readonly reason: 'closed' | 'denied';

  constructor(reason: 'closed' | 'denied') {
    super(reason === 'denied' ? 'the player said no' : 'the window was closed');
    this.reason = reason;
  }
}

const localService = 'http://localhost:4100';
const hoursDefault = 12;
const pollMillis = 400;
const serviceOf = (options: Pick<PlaySessionOptions, 'baseUrl'>) =>
  new URL(options.baseUrl ?? localService).origin;

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
 * Asks the player once, on PID's own page and with their passkey, and answers a session that plays without asking. Call it in a
 * click's own handler: browsers open windows only there. Without a window the whole page goes to PID and comes back, to
 * `resumePlaySession`. Renewing is the same call: a new key takes over, and your program sees the same player.
 */
export async function openPlaySession(options: PlaySessionOptions): Promise<PlaySession> {
  const popup = window.open('about:blank', 'pid-session', 'popup,width=460,height=700');
  const service = serviceOf(options);
  const state = crypto.randomUUID();
  const pair = await createKeyPair();
  const { program, pid, hours = hoursDefault } = options;
  await writeRecord(pendingName(state), { service, program, pid, hours, pair });
  const key = await sessionKeyOf(pair);
  const address = (responseMode: string) =>
    requestAddress(service, options, { state, key: key.address, responseMode });
  if (!popup) {
    location.assign(address('query'));
    return new Promise(() => {});
  }
  popup.location.replace(address('web_message'));
  return finish(state, await awaitAnswer(popup, service, state));
}

/** On the page of `redirectUri`: the session that a redirect brings back, or null when there was none. */
export async function resumePlaySession(): Promise<PlaySession | null> {
  const url = new URL(location.href);
  const state = url.searchParams.get('state');
  const answer = Object.fromEntries(url.searchParams);
  if (state === null || !('pid_session' in answer || 'error' in answer) || !(await readPending(state)))
    return null;
  for (const name of ['state', 'pid_session', 'expires_at', 'error']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return finish(state, answer);
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

type Answer = Readonly<Record<string, unknown>>;

function awaitAnswer(popup: Window, service: string, state: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ origin, source, data }: MessageEvent<Answer | null>) => {
      if (
        origin !== service ||
        source !== popup ||
        data?.['type'] !== 'pid:session' ||
        data['state'] !== state
      )
        return;
      stop();
      resolve(data);
    };
    const poll = setInterval(() => {
      if (!popup.closed) return;
      stop();
      reject(new PlaySessionError('closed'));
    }, pollMillis);
    const stop = () => {
      clearInterval(poll);
      removeEventListener('message', onMessage);
    };
    addEventListener('message', onMessage);
  });
}

async function finish(state: string, answer: Answer): Promise<PlaySession> {
  const pending = await readPending(state);
  await deleteRecord(pendingName(state));
  const sessionAddress = answer['pid_session'];
  if (!pending || typeof sessionAddress !== 'string') throw new PlaySessionError('denied');
  const expiresAt = Number(answer['expires_at']);
  const stored: StoredSession = { ...pending, sessionAddress, expiresAt };
  await writeRecord(sessionName(pending.service, pending.program, pending.pid), stored);
  return sessionOf(stored);
}

async function sessionOf(stored: StoredSession): Promise<PlaySession> {
  const { service, program, pid, sessionAddress, expiresAt, hours, pair } = stored;
  const chain = (await (await fetch(`${service}/v1/chain`, { credentials: 'omit' })).json()) as {
    programId: string;
  };
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
