import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';

const slowMillis = 1000;
/** Lines of one process; whoever sends more refused requests than that fills no disk. */
const linesPerSecondMax = 500;

/** Told of every refusal, and of what else it looks at, as the answer leaves. It must neither throw nor take its time. */
export interface RequestWatch {
  looksAt(route: string, request: FastifyRequest): boolean;
  see(request: FastifyRequest, status: number): void;
}

/**
 * Counts every answer by route and status, and writes one line about each that was refused, failed or was slow, so that any
 * `x-request-id` that somebody complains about is found: a line for all costs half as much again as serving. An answer is taken when
 * it is about to be written; waiting for its last byte takes two listeners on every response, a tenth of serving.
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

/** Who it was only by kind: a line is no record of what somebody did. */
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
    // By what it showed, let in or not.
    caller: principal?.type ?? 'nobody',
    ...(principal && 'clientId' in principal && { app: principal.clientId }),
    millis: Math.round(millis),
    ...(failure !== null && (status >= 500 || hasCause(failure)) && { err: failure }),
  };
}

/** Something upstream said no: what it said is worth more than that we passed it on. */
function hasCause(failure: unknown): boolean {
  return failure instanceof Error && failure.cause !== undefined;
}

function linesBudget(metrics: Metrics): () => boolean {
  const dropped = metrics.counter(
    'pid_request_lines_dropped_total',
    'Lines about refused requests that were not written, because there were too many in a second',
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
