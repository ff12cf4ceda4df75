import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';

const slowMillis = 1000;
/** Limit of log lines per process, so that a flood of refused requests does not fill the disk. */
const linesPerSecondMax = 500;

/**
 * Called for every refusal, and for the requests that `looksAt` selects, before the response is sent. It must
 * neither throw nor block.
 */
export interface RequestWatch {
  looksAt(route: string, request: FastifyRequest): boolean;
  see(request: FastifyRequest, status: number): void;
}

/**
 * Counts every response by route and status. Logs one line for each that was refused, failed or slow, so that
 * a reported `x-request-id` can be found; a line for every request would cost half as much as serving it. The
 * response is recorded before it is written: waiting for its last byte needs two listeners per response, a
 * tenth of the serving cost.
 */
export function installObservation(
  http: FastifyInstance,
  metrics: Metrics,
  log: Logger,
  watches: readonly RequestWatch[],
): void {
  const mayWrite = linesBudget(metrics);
  http.addHook('onSend', (request, reply, _payload, done) => {
    const millis = performance.now() - request.arrivedMillis;
    const { statusCode: status } = reply;
    const route = request.routeUrl ?? request.routeOptions.url ?? 'unmatched';
    metrics.requestTimes.observe(route, request.method, status, millis / 1000);
    const isRefused = request.errorCode !== null;
    for (const watch of watches) if (isRefused || watch.looksAt(route, request)) watch.see(request, status);
    const isRemarkable = isRefused || status >= 500 || millis > slowMillis;
    if ((isRemarkable && mayWrite()) || (!isRemarkable && log.isLevelEnabled('debug')))
      log[levelOf(status, millis, isRefused)](lineOf(request, { route, status, millis }), 'request');
    done();
  });
}

function levelOf(status: number, millis: number, isRefused: boolean): 'error' | 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  if (millis > slowMillis) return 'warn';
  return isRefused ? 'info' : 'debug';
}

/** Names only the kind of caller: the request log is not a record of a person's actions. */
function lineOf(
  request: FastifyRequest,
  { route, status, millis }: { route: string; status: number; millis: number },
): Record<string, unknown> {
  const { principal, failure } = request;
  return {
    requestId: request.id,
    method: request.method,
    route,
    status,
    code: request.errorCode,
    // From the presented token, admitted or not.
    caller: principal?.type ?? 'nobody',
    ...(principal && 'clientId' in principal && { app: principal.clientId }),
    millis: Math.round(millis),
    ...(failure !== null && (status >= 500 || hasCause(failure)) && { err: failure }),
  };
}

/** An upstream service refused: its response says more than our own refusal. */
function hasCause(failure: unknown): boolean {
  return failure instanceof Error && failure.cause !== undefined;
}

function linesBudget(metrics: Metrics): () => boolean {
  const dropped = metrics.counter(
    'pid_request_lines_dropped_total',
    'Log lines about refused requests that were not written because of the limit per second',
    [],
  );
  let [second, lines] = [0, 0];
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, lines] = [now, 0];
    lines += 1;
    if (lines <= linesPerSecondMax) return true;
    dropped.inc();
    return false;
  };
}
