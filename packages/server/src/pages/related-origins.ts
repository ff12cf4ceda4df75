import type { FastifyInstance } from 'fastify';

/** Where keys are made, wallets move or a provider answers: there is one address for that, to which all of it is bound. */
const boundToBase =
  /^\/(?:v1\/auth\/signin\/|(?:wallet|session|game-sessions|security|recovery|guardians|permissions|grant|profile|exit)(?:[/.?]|$))/;

/**
 * The operator's other addresses of the same service (WebAuthn L3, 5.11). Browsers look the list up at the host name of the passkeys
 * before they use one elsewhere; there it signs in and confirms, and everything else leads back.
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
