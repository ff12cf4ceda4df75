import type { FastifyInstance } from 'fastify';

const methods = 'GET, HEAD, POST, PATCH, PUT, DELETE';
const requestHeaders = 'authorization, content-type, idempotency-key, x-request-id';
const responseHeaders =
  'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, idempotent-replay';
const preflightSeconds = '60';

/**
 * CORS (Fetch standard) for browser calls of registered apps, always without credentials: our cookies never serve another
 * origin. Requests without an Origin header, which are nearly all, pay nothing.
 */
export function installCrossOrigin(http: FastifyInstance, isAllowed: (origin: string) => boolean): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined) return done();
    reply.header('vary', 'origin');
    if (!isAllowed(origin)) return done();
    reply.header('access-control-allow-origin', origin);
    if (request.method !== 'OPTIONS') {
      reply.header('access-control-expose-headers', responseHeaders);
      return done();
    }
    reply.headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': preflightSeconds,
    });
    reply.code(204).send();
  });
}
