import type { FastifyReply, FastifyRequest } from 'fastify';

const methods = 'GET, HEAD, POST, PATCH, PUT, DELETE';
const requestHeaders = 'authorization, content-type, idempotency-key, x-request-id';
const responseHeaders =
  'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, idempotent-replay, pid-error';
const preflightSeconds = '60';

/**
 * CORS (Fetch standard) for browser requests of registered apps, always without credentials: our cookies are
 * never used from another origin. Call it only for requests with an Origin header. Returns true when the
 * request is complete: a preflight goes no further.
 */
export function answerCrossOrigin(
  origin: string,
  request: FastifyRequest,
  reply: FastifyReply,
  isAllowed: (origin: string) => boolean,
): boolean {
  reply.header('vary', 'origin');
  if (!isAllowed(origin)) return false;
  reply.header('access-control-allow-origin', origin);
  if (request.method !== 'OPTIONS') {
    reply.header('access-control-expose-headers', responseHeaders);
    return false;
  }
  reply.headers({
    'access-control-allow-methods': methods,
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': preflightSeconds,
  });
  reply.code(204).send();
  return true;
}
