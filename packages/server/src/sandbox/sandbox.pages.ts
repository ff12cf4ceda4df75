import type { FastifyInstance } from 'fastify';
import { originOf, recordAudit } from '../audit/index.ts';
import { listLogins } from '../credentials/index.ts';
import { findIdentity } from '../identity/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { addressKey, isForeignRequest, ownOrigins } from '../platform/http/index.ts';
import { deviceOf, openSession, sessionOfBrowser, setSessionCookies } from '../sessions/index.ts';
import { loginPath, sandboxProvider } from './create-sandbox-player.ts';
import type { SandboxDeps } from './sandbox-deps.ts';
import { consumeLoginLink } from './sandbox-players.store.ts';

/**
 * The link that signs a test player in. It works by GET, so that a test can open it in a browser; only a sandbox and a
 * development service have it. A HEAD request does not use it up.
 */
export function sandboxPages(http: FastifyInstance, deps: SandboxDeps): void {
  const own = ownOrigins(deps.baseUrl);
  http.get<{ Params: { token: string } }>(
    loginPath(':token'),
    { exposeHeadRoute: false },
    async (request, reply) => {
      if (isForeignRequest(request, own)) throw refuse('foreign_origin');
      const verdict = await deps.limiter?.take('signin', addressKey(request.ip));
      if (verdict && !verdict.allowed) throw refuse('too_many_requests').retryAfter(verdict.resetSeconds);
      const origin = originOf(request);
      const tokens = await deps.db.transaction(async (tx) => {
        const now = deps.clock.now();
        const identityId = await consumeLoginLink(tx, sha256(request.params.token), now);
        const identity = identityId === null ? null : await findIdentity(tx, identityId);
        if (!identity || identity.status === 'deleted') return null;
        const login =
          (await listLogins(tx, identity.id)).find(({ provider }) => provider === sandboxProvider) ??
          impossible('a test player has no login');
        const opened = await openSession(deps.sessions, tx, {
          identityId: identity.id,
          method: sandboxProvider,
          openedWith: login.id,
          userAgent: origin.userAgent,
          device: deviceOf(request),
          replaces: sessionOfBrowser(deps.sessions, request.headers.cookie),
          authenticatedAt: now,
          countsAsRecent: true,
        });
        await recordAudit(tx, {
          at: now,
          identityId: identity.id,
          actor: identity.pid,
          action: 'session.signed_in',
          target: opened.sessionId,
          details: { provider: sandboxProvider },
          origin,
        });
        return opened;
      });
      reply.header('cache-control', 'no-store');
      if (!tokens)
        return reply
          .code(410)
          .type('text/plain; charset=utf-8')
          .send('This link was used or is older than five minutes. Create another test player.');
      setSessionCookies(reply, tokens, deps.cookies);
      return reply.redirect('/home', 303);
    },
  );
}
