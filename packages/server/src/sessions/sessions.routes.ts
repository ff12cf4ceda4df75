import { Type } from 'typebox';
import { originOf, recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Database } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  readSingleCookie,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import { sessionOfBrowser } from './browser-session.ts';
import type { SessionDeps } from './open-session.ts';
import { refreshSession } from './refresh-session.ts';
import { clearSessionCookies, setSessionCookies, type CookieSettings } from './session-cookies.ts';
import { endSession, endSessions, findSessionOwner, listSessions } from './sessions.store.ts';

const deviceSchema = Type.Object(
  {
    id: schemas.uuid,
    createdAt: schemas.dateTime,
    lastSeenAt: schemas.dateTime,
    userAgent: Type.String(),
    current: Type.Boolean(),
  },
  { title: 'Device' },
);

export interface SessionRouteDeps extends SessionDeps {
  readonly db: Database;
  readonly cookies: CookieSettings;
  readonly events: SecurityEvents;
}

export function sessionRoutes(deps: SessionRouteDeps): Route[] {
  const { db, clock } = deps;
  return [
    route({
      method: 'POST',
      path: '/v1/auth/refresh',
      operationId: 'refresh',
      summary: 'Rotates the session cookies',
      description:
        'Needs the pid_refresh cookie. Safe to repeat within 10 seconds; a later reuse of an old cookie ends the session.',
      tag: 'auth',
      access: 'public',
      limit: 'signin',
      reply: schemas.okReply,
      errors: [commonErrors.unauthorized, commonErrors.foreignOrigin],
      async handle({ request, reply }) {
        const presented = readSingleCookie(request.headers.cookie, 'pid_refresh');
        if (!presented) throw commonErrors.unauthorized();
        setSessionCookies(reply, await refreshSession(deps, presented, originOf(request)), deps.cookies);
        return { ok: true };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/auth/logout',
      operationId: 'logout',
      summary: 'Ends this session and clears its cookies',
      tag: 'auth',
      access: 'public',
      limit: 'signin',
      reply: schemas.okReply,
      errors: [commonErrors.unauthorized, commonErrors.foreignOrigin],
      async handle({ request, reply }) {
        const ended = await logout(deps, request.headers.cookie, originOf(request));
        if (!ended) throw commonErrors.unauthorized();
        clearSessionCookies(reply, deps.cookies);
        return { ok: true };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/auth/sessions',
      operationId: 'listSessions',
      summary: 'Devices that are signed in',
      tag: 'auth',
      access: 'user',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(deviceSchema),
      async handle({ caller, query }) {
        const limit = query.limit ?? 50;
        const cursor = decodeCursor(query.cursor, [cursorForms.dateTime, cursorForms.uuid]);
        const rows = await listSessions(
          db,
          caller.identityId,
          clock.now(),
          cursor ? { lastSeenAt: cursor[0]!, id: cursor[1]! } : null,
          limit,
        );
        const last = rows.at(-1);
        return {
          items: rows.map((row) => ({
            id: row.id,
            createdAt: row.created_at.toISOString(),
            lastSeenAt: row.last_seen_at.toISOString(),
            userAgent: row.user_agent,
            current: row.id === caller.sessionId,
          })),
          nextCursor:
            last && rows.length === limit ? encodeCursor([last.last_seen_at.toISOString(), last.id]) : null,
        };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/auth/sessions/{id}',
      operationId: 'endSession',
      summary: 'Signs one device out',
      description: 'The own one as it is; any other is confirmed by step-up.',
      tag: 'auth',
      access: 'user',
      stepUp: 'judged',
      allowSuspended: true,
      allowFrozen: true,
      params: Type.Object({ id: schemas.uuid }),
      reply: schemas.okReply,
      errors: [commonErrors.notFound],
      async handle({ caller, params, request, requireStepUp }) {
        if (params.id.toLowerCase() !== caller.sessionId) await requireStepUp();
        await db.transaction(async (tx) => {
          const ended = await endSession(tx, caller.identityId, params.id, 'ended by the user', clock.now());
          if (!ended) throw commonErrors.notFound('No such session');
          await recordAudit(tx, {
            at: clock.now(),
            identityId: caller.identityId,
            actor: caller.pid,
            action: 'session.ended',
            target: params.id,
            origin: originOf(request),
          });
        });
        return { ok: true };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/auth/sessions',
      operationId: 'endOtherSessions',
      summary: 'Signs every other device out',
      tag: 'auth',
      access: 'user',
      stepUp: 'assertion',
      allowSuspended: true,
      allowFrozen: true,
      reply: schemas.okReply,
      async handle({ caller, request }) {
        await db.transaction(async (tx) => {
          const count = await endSessions(tx, {
            identityId: caller.identityId,
            exceptId: caller.sessionId,
            reason: 'ended by the user',
            now: clock.now(),
          });
          await recordAudit(tx, {
            at: clock.now(),
            identityId: caller.identityId,
            actor: caller.pid,
            action: 'session.others_ended',
            details: { count },
            origin: originOf(request),
          });
        });
        return { ok: true };
      },
    }),
  ];
}

async function logout(
  deps: SessionRouteDeps,
  cookieHeader: string | undefined,
  origin: AuditOrigin,
): Promise<boolean> {
  const sessionId = sessionOfBrowser(deps, cookieHeader);
  if (!sessionId) return false;
  return deps.db.transaction(async (tx) => {
    const identityId = await findSessionOwner(tx, sessionId);
    if (!identityId || !(await endSession(tx, identityId, sessionId, 'signed out', deps.clock.now())))
      return false;
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId,
      actor: 'user',
      action: 'session.signed_out',
      target: sessionId,
      origin,
    });
    return true;
  });
}
