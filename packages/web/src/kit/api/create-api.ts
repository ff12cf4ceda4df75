import { buildRequest, readAnswer, Refusal } from '@pid/contract/client';
import type { BuiltRequest, CallName, Input, Reply } from '@pid/contract/client';
import { NetworkError, stepUpNeed } from './errors.ts';
import { withRetry } from './retry.ts';
import type { RetryDeps } from './retry.ts';

export interface NamedRequest extends BuiltRequest {
  readonly name: CallName;
}

export interface ApiHooks {
  /**
   * Called when the session can no longer be refreshed. Redirects to the sign-in page, which returns here.
   */
  onSignedOut(): void;
  /**
   * Asks the player for a passkey. Returns the header that confirms the request, or null if a passkey cannot
   * confirm it.
   */
  confirm(request: NamedRequest): Promise<string | null>;
  /**
   * Called when a request needs a recent sign-in, before the refusal is thrown. The request is shown again
   * after the sign-in.
   */
  onFreshSignInWanted(request: NamedRequest): void;
}

export interface ApiDeps extends RetryDeps, ApiHooks {
  fetch(input: string, init: RequestInit): Promise<Response>;
  /** Loads the error texts before a refusal is thrown. */
  prepareWords(): Promise<void>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** `required` (default): refresh on 401, then sign-in. `optional`: refresh, then throw. `none`: throw. */
  readonly session?: 'required' | 'optional' | 'none';
  readonly timeoutMilliseconds?: number;
  readonly attempts?: number;
}

type CallArguments<Name extends CallName> =
  {} extends Input<Name>
    ? [input?: Input<Name>, options?: CallOptions]
    : [input: Input<Name>, options?: CallOptions];

export interface Api {
  /**
   * Calls an operation by its name. Throws a `Refusal` if the service refuses, a `NetworkError` if there is
   * no response.
   */
  call<Name extends CallName>(name: Name, ...rest: CallArguments<Name>): Promise<Reply<Name>>;
}

const TIMEOUT_MILLISECONDS = 20_000;

interface Call extends NamedRequest {
  readonly options: CallOptions;
  /** The signature over this call. */
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
    return await readAnswer(await deps.fetch(call.path, requestInit(call, controller.signal)));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    call.options.signal?.throwIfAborted();
    throw new NetworkError(timedOut, error);
  } finally {
    clearTimeout(timer);
    call.options.signal?.removeEventListener('abort', cancel);
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}

/** Concurrent calls may find the access cookie expired; one refresh serves all of them. */
function singleFlightRefresh(deps: ApiDeps): () => Promise<void> {
  let underway: Promise<void> | null = null;
  const refresh = async () => {
    const call: Call = { name: 'refresh', ...buildRequest('refresh'), options: {} };
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

/** Repeats a call that needs a confirmation once, with its signature. */
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
      // A 429 or 5xx response is temporary and does not end the session.
      if (session === 'required' && isUnauthorized(error)) deps.onSignedOut();
      throw error;
    }
  };

  return {
    async call<Name extends CallName>(name: Name, ...[input, options = {}]: CallArguments<Name>) {
      const call: Call = { name, ...buildRequest(name, input), options };
      try {
        const answer = await withRetry(() => withSession(call), deps, { attempts: attemptsFor(call) });
        // The contract defines the shape. Checking it again in the browser is not worth its cost.
        return answer as Reply<Name>;
      } catch (error) {
        if (error instanceof Refusal) await deps.prepareWords();
        throw error;
      }
    },
  };
}
