import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';

const slowMillis = 1000;

/** Told of every refusal, and of what else it looks at, as the answer leaves. It must neither throw nor take its time. */
export interface RequestWatch {
  looksAt(route: string, request: FastifyRequest): boolean;
  see(request: FastifyRequest, status: number): void;
}

/**
 * Counts every answer by route and status, and logs the remarkable ones: logging all costs half as much again as serving. An answer
 * is taken when it is about to be written; waiting for its last byte takes two listeners on every response, a tenth of serving.
 */
export function installObservation(
  http: FastifyInstance,
  metrics: Metrics,
  log: Logger,
  watch: RequestWatch | undefined,
): void {
  const logsAll = log.isLevelEnabled('debug');
  http.addHook('onSend', (request, reply, _payload, done) => {
    const millis = performance.now() - request.arrivedMillis;
    const { statusCode: status } = reply;
    const route = request.routeUrl ?? request.routeOptions.url ?? 'unmatched';
    metrics.requestTimes.observe(route, request.method, status, millis / 1000);
    if (watch && (request.errorCode !== null || watch.looksAt(route, request))) watch.see(request, status);
    if (logsAll || status >= 500 || millis > slowMillis) {
      const line = {
        requestId: request.id,
        method: request.method,
        route,
        status,
        millis: Math.round(millis),
        code: request.errorCode,
      };
      if (status >= 500 || millis > slowMillis) log.warn(line, 'request');
      else log.debug(line, 'request');
    }
    done();
  });
}
