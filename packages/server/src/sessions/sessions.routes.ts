import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { readSingleCookie, route, type Route } from '../platform/http/index.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import { endOneSession, endOtherSessions, logOut } from './end-sessions.ts';
import { listDevices } from './list-devices.ts';
import type { SessionDeps } from './open-session.ts';
import { refreshSession } from './refresh-session.ts';
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
      if (!presented) throw refuse('unauthorized');
      setSessionCookies(reply, await refreshSession(deps, presented, originOf(request)), deps.cookies);
      return { ok: true };
    }),
    route(operations.logout, async ({ request, reply }) => {
      await logOut(deps, request.headers.cookie, originOf(request));
      clearSessionCookies(reply, deps.cookies);
      return { ok: true };
    }),
    route(operations.listSessions, ({ caller, query }) => listDevices(deps, caller, query)),
    route(operations.endSession, async ({ caller, params, request, requireStepUp }) => {
      await endOneSession(deps, {
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
