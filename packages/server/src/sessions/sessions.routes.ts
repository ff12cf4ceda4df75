import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import type { Database } from '../platform/db/index.ts';
import { readSingleCookie, route, type Route } from '../platform/http/index.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import { endOtherSessions, endSession, logout } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';
import type { SessionDeps } from './open-session.ts';
import { refresh } from './refresh.ts';
import { clearSessionCookies, setSessionCookies, type CookieSettings } from './session-cookies.ts';

export interface SessionRouteDeps extends SessionDeps {
  readonly db: Database;
  readonly cookies: CookieSettings;
  readonly events: SecurityEvents;
}

export function sessionRoutes(deps: SessionRouteDeps): Route[] {
  return [
    route(operations.refresh, async ({ request, reply }) => {
      const presented = readSingleCookie(request.headers.cookie, 'pid_refresh');
      setSessionCookies(reply, await refresh(deps, presented, originOf(request)), deps.cookies);
      return { ok: true };
    }),
    route(operations.logout, async ({ request, reply }) => {
      await logout(deps, request.headers.cookie, originOf(request));
      clearSessionCookies(reply, deps.cookies);
      return { ok: true };
    }),
    route(operations.listSessions, ({ caller, query }) => listSessions(deps, caller, query)),
    route(operations.endSession, async ({ caller, params, request, requireStepUp }) => {
      await endSession(deps, {
        caller,
        sessionId: params.id,
        requireStepUp,
        origin: originOf(request),
      });
      return { ok: true };
    }),
    route(operations.endOtherSessions, async ({ caller, request }) => {
      await endOtherSessions(deps, { caller, origin: originOf(request) });
      return { ok: true };
    }),
  ];
}
