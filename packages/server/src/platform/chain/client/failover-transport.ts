import { isSolanaError, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, type RpcTransport } from '@solana/kit';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import { jittered } from '../../timers.ts';
import { askUpstream } from '../../upstream.ts';

export interface RpcEndpoint {
  /** The name in logs and metrics. Never the address, which may contain a key. */
  readonly name: string;
  readonly transport: RpcTransport;
}

export interface FailoverOptions {
  readonly endpoints: readonly RpcEndpoint[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns the genesis hash that every endpoint must have, given the hash that one endpoint reports. */
  expectedGenesisHash(found: string): Promise<string>;
  readonly timeoutMillis?: number;
  readonly attemptsMax?: number;
  /**
   * Time limit for all attempts of one request together, including back-off; without it there is no limit.
   */
  readonly patienceMillis?: number;
  onFailure?(endpoint: string, reason: string): void;
}

/**
 * The endpoint belongs to another chain. Its responses must not be trusted, and nothing may be sent to it.
 */
export class GenesisMismatchError extends Error {
  override readonly name = 'GenesisMismatchError';
}

/** Every endpoint failed repeatedly. Whether the last request was carried out is unknown. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}

interface EndpointState extends RpcEndpoint {
  verifiedUntil: number;
  foreign: GenesisMismatchError | null;
  restsUntil: number;
  failures: number;
  /** Why the endpoint backs off, as text. */
  reason: string | null;
}

type Attempt = { readonly reply: unknown } | { readonly failure: Error; readonly restMillis: number };

const verifiedMillis = 300_000;
const mismatchRestMillis = 60_000;
const restMillisMax = 5000;
/**
 * Codes of a temporary failure of one node: unhealthy or behind, block not available, minimum context slot
 * not reached.
 */
const passingCodes = new Set([-32_005, -32_004, -32_014, -32_016]);
/** Methods that must not be retried: a second request would act a second time. */
const onceOnly = new Set(['requestAirdrop']);

/**
 * Combines several endpoints of one chain into one transport. It uses the first endpoint that is available.
 * An endpoint that fails backs off and must prove its genesis hash again before it is trusted. Every wait and
 * every request is bounded.
 */
export function failoverTransport(options: FailoverOptions): RpcTransport {
  const endpoints = options.endpoints.map((endpoint): EndpointState => ({
    ...endpoint,
    verifiedUntil: 0,
    foreign: null,
    restsUntil: 0,
    failures: 0,
    reason: null,
  }));
  const attemptsMax = options.attemptsMax ?? Math.max(4, endpoints.length * 2);
  return async <Response>({ payload, signal }: Parameters<RpcTransport>[0]): Promise<Response> => {
    let last: Attempt | null = null;
    const until = performance.now() + (options.patienceMillis ?? Infinity);
    const method = (payload as { method?: string } | null)?.method ?? '';
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      signal?.throwIfAborted();
      const misled = endpoints.every(
        ({ foreign, restsUntil }) => foreign && options.clock.nowMillis() < restsUntil,
      );
      if (misled) throw endpoints[0]!.foreign!;
      const endpoint = nextEndpoint(endpoints);
      const restMillis = restOf(endpoint, options.clock);
      // While all endpoints back off beyond the time limit, fail immediately: a caller is waiting.
      if (performance.now() + restMillis >= until) break;
      await pause(restMillis, signal);
      last = await ask(options, endpoint, payload, patienceOf(until, signal));
      if ('reply' in last && !isPassing(last.reply)) {
        endpoint.failures = 0;
        return last.reply as Response;
      }
      rest(options, endpoint, last);
      if (onceOnly.has(method)) break;
    }
    throw finalError(last, endpoints);
  };
}

/** A wait longer than the longest back-off means that the clock was set back. */
function restOf({ restsUntil }: EndpointState, clock: Clock): number {
  const millis = restsUntil - clock.nowMillis();
  return millis > mismatchRestMillis ? 0 : Math.max(0, Math.min(millis, restMillisMax));
}

/** The caller's signal, combined with the time limit of the request. */
function patienceOf(until: number, signal?: AbortSignal): AbortSignal | undefined {
  if (until === Infinity) return signal;
  const end = AbortSignal.timeout(Math.max(1, Math.ceil(until - performance.now())));
  return signal ? AbortSignal.any([signal, end]) : end;
}

function isTimeout(signal: AbortSignal): boolean {
  return (signal.reason as Error | undefined)?.name === 'TimeoutError';
}

/** The endpoint whose back-off ends first; among equals the first in the list. */
function nextEndpoint(endpoints: readonly EndpointState[]): EndpointState {
  return endpoints.reduce((best, candidate) => (candidate.restsUntil < best.restsUntil ? candidate : best));
}

async function ask(
  options: FailoverOptions,
  endpoint: EndpointState,
  payload: unknown,
  signal?: AbortSignal,
): Promise<Attempt> {
  try {
    await verifyGenesis(options, endpoint, signal);
    return { reply: await callWithin(options, endpoint, payload, signal) };
  } catch (error) {
    if (signal?.aborted && !isTimeout(signal)) throw error;
    if (error instanceof GenesisMismatchError) {
      options.log.error({ endpoint: endpoint.name }, error.message);
      return { failure: error, restMillis: mismatchRestMillis };
    }
    return {
      failure: error instanceof Error ? error : new Error(String(error)),
      restMillis: retryAfterMillis(error),
    };
  }
}

async function verifyGenesis(
  options: FailoverOptions,
  endpoint: EndpointState,
  signal?: AbortSignal,
): Promise<void> {
  if (options.clock.nowMillis() < endpoint.verifiedUntil) return;
  const reply = await callWithin(
    options,
    endpoint,
    { jsonrpc: '2.0', id: '0', method: 'getGenesisHash', params: [] },
    signal,
  );
  const found = (reply as { result?: unknown }).result;
  if (typeof found !== 'string') throw new Error(`endpoint ${endpoint.name} returned no genesis hash`);
  const expected = await options.expectedGenesisHash(found);
  endpoint.foreign =
    found === expected
      ? null
      : new GenesisMismatchError(
          `endpoint ${endpoint.name} belongs to the chain ${found}, but this service uses ${expected}: correct PID_SOLANA_RPC_URL`,
        );
  if (endpoint.foreign) throw endpoint.foreign;
  endpoint.verifiedUntil = options.clock.nowMillis() + verifiedMillis;
}

async function callWithin(
  options: FailoverOptions,
  endpoint: RpcEndpoint,
  payload: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMillis ?? 8000);
  const { method } = payload as { readonly method: string };
  return askUpstream({ kind: 'chain', host: endpoint.name }, method, () =>
    endpoint.transport({ payload, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }),
  );
}

function rest(options: FailoverOptions, endpoint: EndpointState, attempt: Attempt): void {
  endpoint.failures += 1;
  endpoint.verifiedUntil = 0;
  const backoff = jittered(Math.min(restMillisMax, 100 * 2 ** (endpoint.failures - 1)));
  const asked = 'failure' in attempt ? attempt.restMillis : 0;
  endpoint.restsUntil = options.clock.nowMillis() + Math.max(backoff, asked);
  const reason = 'failure' in attempt ? inWords(attempt.failure) : refusalInWords(attempt.reply);
  endpoint.reason = reason;
  options.onFailure?.(endpoint.name, reason);
  options.log.warn({ endpoint: endpoint.name, reason, failures: endpoint.failures }, 'RPC endpoint failed');
}

function isPassing(reply: unknown): boolean {
  const code = (reply as { error?: { code?: unknown } } | null)?.error?.code;
  return code !== undefined && passingCodes.has(Number(code));
}

function retryAfterMillis(error: unknown): number {
  if (!isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return 0;
  const seconds = Number(error.context.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(restMillisMax, seconds * 1000) : 0;
}

/** The message of a fetch error says only that it failed; the reason is in its cause. */
function inWords(error: Error): string {
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const why = cause?.code ?? cause?.message;
  return why === undefined ? error.message : `${error.message}: ${why}`;
}

function refusalInWords(reply: unknown): string {
  const { code, message } = (reply as { error: { code: unknown; message?: unknown } }).error;
  return `not ready: ${Number(code)}${typeof message === 'string' ? ` ${message}` : ''}`;
}

function finalError(last: Attempt | null, endpoints: readonly EndpointState[]): Error {
  const failure = last && 'failure' in last ? last.failure : last?.reply;
  if (failure instanceof GenesisMismatchError) return failure;
  const reasons = endpoints.flatMap(({ name, reason }) => (reason === null ? [] : [`${name}: ${reason}`]));
  return new ChainUnavailableError(`the chain cannot be reached (${reasons.join('; ')})`, {
    cause: failure,
  });
}

/** Waits in real time, independent of the clock, and never longer than the longest back-off. */
async function pause(millis: number, signal?: AbortSignal): Promise<void> {
  if (millis <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, Math.min(millis, restMillisMax));
    signal?.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    }
  });
}
