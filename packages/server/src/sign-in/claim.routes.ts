import { operations } from '@pid/contract';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../audit/index.ts';
import { readSingleCookie, route, serializeCookie, type Route } from '../platform/http/index.ts';
import { deviceOf, sessionOfBrowser, setSessionCookies, type CookieSettings } from '../sessions/index.ts';
import { claimHandle, requireTicket, type ClaimDeps } from './claim-handle.ts';
import { checkHandle, getPendingClaim } from './check-handle.ts';

export interface ClaimRouteDeps extends ClaimDeps {
  readonly cookies: CookieSettings;
}

export function claimRoutes(deps: ClaimRouteDeps): Route[] {
  return [
    route(operations.getPendingClaim, async ({ request }) => getPendingClaim(deps, ticketOf(request))),
    route(
      operations.claimHandle,
      async ({ body, request, reply }) => {
        const claimed = await claimHandle(deps, {
          ticket: ticketOf(request),
          handle: body.handle,
          decision: body.decision,
          origin: originOf(request),
          device: deviceOf(request),
          replaces: sessionOfBrowser(deps.sessions, request.headers.cookie),
        });
        setSessionCookies(reply, claimed.tokens, deps.cookies);
        reply.header(
          'set-cookie',
          serializeCookie('pid_claim', '', {
            path: '/v1/auth',
            maxAgeSeconds: 0,
            secure: deps.cookies.secure,
          }),
        );
        return { ok: true, pid: claimed.identity.pid, ...claimed.login };
      },
      { precondition: (request) => void requireTicket(ticketOf(request)) },
    ),
    route(operations.checkHandle, ({ params, request }) =>
      checkHandle(deps, ticketOf(request), params.handle),
    ),
  ];
}

function ticketOf(request: FastifyRequest): string | null {
  return readSingleCookie(request.headers.cookie, 'pid_claim');
}
