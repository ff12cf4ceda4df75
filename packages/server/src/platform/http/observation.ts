import type { FastifyInstance } from 'fastify';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';

const slowMillis = 1000;

/** Counts every answer by route and status, and logs the remarkable ones: logging all costs half as much again as serving. */
export function installObservation(http: FastifyInstance, metrics: Metrics, log: Logger): void {
  // Looking a label set up by hash on every request would cost more than the observation itself.
  const observers = new Map<string, (seconds: number) => void>();

  function observerOf(route: string, method: string, status: number): (seconds: number) => void {
    const key = `${status}${method}${route}`;
    let observer = observers.get(key);
    if (!observer) {
      const labelled = metrics.requestSeconds.labels({ route, method, status: String(status) });
      observer = (seconds) => labelled.observe(seconds);
      observers.set(key, observer);
    }
    return observer;
  }

  http.addHook('onResponse', (request, reply, done) => {
    const millis = reply.elapsedTime;
    const { statusCode: status } = reply;
    const route = request.routeOptions.url ?? 'unmatched';
    observerOf(route, request.method, status)(millis / 1000);
    if (status >= 500 || millis > slowMillis) log.warn(line(), 'request');
    else if (log.isLevelEnabled('debug')) log.debug(line(), 'request');
    done();

    function line() {
      return { requestId: request.id, method: request.method, route, status, millis: Math.round(millis), code: request.errorCode };
    }
  });
}
