import { ApiError, NetworkError, stepUpNeed, toApiError } from './api-error.ts';
import { withRetry } from './retry.ts';
import type { RetryDeps } from './retry.ts';

/** A request as its address and body say it. */
export interface PlainCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export interface ApiHooks {
  /** Called once the session is beyond refreshing; leads to the sign-in page and back. */
  onSignedOut(): void;
  /** Asks the person for their passkey; the header that confirms the call, or null when it cannot be confirmed so. */
  confirm(call: PlainCall): Promise<string | null>;
  /** Called when a call needs a fresh sign-in, before it is refused: what it was is told again after that. */
  onFreshSignInWanted(call: PlainCall): void;
}

export interface ApiDeps extends RetryDeps, ApiHooks {
  fetch(input: string, init: RequestInit): Promise<Response>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** `required` (default): refresh on 401, then sign-in. `optional`: refresh, then throw. `none`: throw. */
  readonly session?: 'required' | 'optional' | 'none';
  readonly timeoutMilliseconds?: number;
  readonly attempts?: number;
}

export interface Api {
  get<T>(path: string, options?: CallOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  patch<T>(path: string, body: unknown, options?: CallOptions): Promise<T>;
  delete<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
}

const TIMEOUT_MILLISECONDS = 20_000;
const REFRESH_PATH = '/v1/auth/refresh';

interface Call extends PlainCall {
  readonly options: CallOptions;
  /** The signature over this very call. */
  readonly assertion?: string;
}

function requestInit({ method, body, options, assertion }: Call, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (assertion !== undefined) headers['pid-assertion'] = assertion;
  const init: RequestInit = { method, headers, signal, credentials: 'same-origin', cache: 'no-store' };
  if (body !== undefined) init.body = JSON.stringify(body);
  return init;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (response.ok) throw new NetworkError(false, error);
    return undefined;
  }
}

async function send(deps: ApiDeps, call: Call): Promise<unknown> {
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, call.options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS);
  const cancel = () => controller.abort();
  call.options.signal?.addEventListener('abort', cancel);
  try {
    call.options.signal?.throwIfAborted();
    const response = await deps.fetch(call.path, requestInit(call, controller.signal));
    const body = await readBody(response);
    if (!response.ok) throw toApiError(response, body);
    return body;
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) throw error;
    call.options.signal?.throwIfAborted();
    throw new NetworkError(timedOut, error);
  } finally {
    clearTimeout(timer);
    call.options.signal?.removeEventListener('abort', cancel);
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 401;
}

/** Many calls may find the access cookie expired at once; only one refresh is sent for all of them. */
function singleFlightRefresh(deps: ApiDeps): () => Promise<void> {
  let underway: Promise<void> | null = null;
  const refresh = async () => {
    const call = { method: 'POST', path: REFRESH_PATH, body: undefined, options: {} };
    await withRetry(() => send(deps, call), deps, { attempts: 3 });
  };
  return () => {
    underway ??= refresh().finally(() => {
      underway = null;
    });
    return underway;
  };
}

function attemptsFor(call: Call): number {
  if (call.options.attempts !== undefined) return call.options.attempts;
  const repeatable = call.method === 'GET' || call.options.idempotencyKey !== undefined;
  return repeatable ? 3 : 1;
}

/** A call that wants to be confirmed is repeated once, with the signature over it. */
async function sendConfirmed(deps: ApiDeps, call: Call): Promise<unknown> {
  try {
    return await send(deps, call);
  } catch (error) {
    const need = stepUpNeed(error);
    if (need === 'recent') deps.onFreshSignInWanted(call);
    const assertion = need === 'assertion' ? await deps.confirm(call) : null;
    if (assertion === null) throw error;
    return send(deps, { ...call, assertion });
  }
}

export function createApi(deps: ApiDeps): Api {
  const refresh = singleFlightRefresh(deps);

  const withSession = async (call: Call): Promise<unknown> => {
    const session = call.options.session ?? 'required';
    try {
      return await sendConfirmed(deps, call);
    } catch (error) {
      if (session === 'none' || !isUnauthorized(error)) throw error;
    }
    try {
      await refresh();
      return await sendConfirmed(deps, call);
    } catch (error) {
      // A 429 or 5xx on the way is passing trouble, not the end of the session.
      if (session === 'required' && isUnauthorized(error)) deps.onSignedOut();
      throw error;
    }
  };

  const run = async <T>(call: Call): Promise<T> => {
    const answer = await withRetry(() => withSession(call), deps, { attempts: attemptsFor(call) });
    // The shape is the contract's; checking it again in the browser would cost more than it tells.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer as T;
  };

  return {
    get: (path, options = {}) => run({ method: 'GET', path, body: undefined, options }),
    post: (path, body, options = {}) => run({ method: 'POST', path, body, options }),
    patch: (path, body, options = {}) => run({ method: 'PATCH', path, body, options }),
    delete: (path, body, options = {}) => run({ method: 'DELETE', path, body, options }),
  };
}
