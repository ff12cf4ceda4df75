import type { FastifyRequest } from 'fastify';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Our own origin. On a loopback base URL also its equivalents, because people type 127.0.0.1 as often as
 * localhost.
 */
export function ownOrigins(baseUrl: URL): ReadonlySet<string> {
  if (!isLoopbackHost(baseUrl.hostname)) return new Set([baseUrl.origin]);
  const port = baseUrl.port ? `:${baseUrl.port}` : '';
  return new Set(loopbackHosts.map((host) => `${baseUrl.protocol}//${host}${port}`));
}

export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.includes(hostname);
}

/**
 * True when a browser reports that another site made this request. A client that sends neither header is not
 * a browser.
 */
export function isForeignRequest(request: FastifyRequest, own: ReadonlySet<string>): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  // A link from another site to one of our pages is a top-level navigation and may read, like every link.
  if (
    request.headers['sec-fetch-mode'] === 'navigate' &&
    (request.method === 'GET' || request.method === 'HEAD')
  )
    return false;
  if (origin !== undefined && !own.has(origin)) return true;
  return site === 'cross-site' || (site === 'same-site' && origin === undefined);
}
