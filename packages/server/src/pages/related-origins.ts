import type { FastifyInstance } from 'fastify';

/** Pages that create keys or move wallets, and provider sign-in. They work only on the base address. */
const boundToBase =
  /^\/(?:v1\/auth\/signin\/|(?:wallet|session|game-sessions|security|recovery|guardians|permissions|grant|profile|exit)(?:[/.?]|$))/;

/**
 * Serves the operator's other addresses of this service (WebAuthn L3, 5.11). Browsers load the list from the
 * host name of the passkeys before they use a passkey on another origin. There a passkey can sign in and
 * confirm; paths bound to the base address redirect back.
 */
export function serveRelatedOrigins(http: FastifyInstance, baseUrl: URL, related: readonly URL[]): void {
  if (related.length === 0) return;
  const origins = related.map(({ origin }) => origin);
  const hosts = new Set(related.map(({ host }) => host));
  http.get('/.well-known/webauthn', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send({ origins }),
  );
  http.addHook('onRequest', async (request, reply) => {
    if (hosts.has(request.host) && request.method === 'GET' && boundToBase.test(request.url))
      await reply.redirect(`${baseUrl.origin}${request.url}`, 302);
  });
}
