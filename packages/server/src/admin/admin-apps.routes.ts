import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { pidOf, pidSchema } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { decodeCursor, encodeCursor, route, schemas, type Route } from '../platform/http/index.ts';
import { searchApps } from '../relying-parties/index.ts';
import { markVerified } from './mark-verified.ts';
import { pauseApp, pausedAlready, pauseReasonPattern } from './pause-app.ts';

const administeredApp = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    owner: pidSchema,
    origins: Type.Array(Type.String()),
    verified: Type.Boolean(),
    status: schemas.literals(['active', 'paused']),
    pausedBy: Type.Optional(schemas.literals(['admin', 'owner'])),
    pauseReason: Type.Optional(Type.String()),
    createdAt: schemas.dateTime,
  },
  { title: 'AdministeredApp' },
);
const params = Type.Object({ client_id: Type.String({ maxLength: 64 }) });
const shape = { tag: 'admin', access: 'admin', params } as const;
const reason = schemas.text(pauseReasonPattern, 'must be 1-200 characters in one line');

/** What administrators do to apps. */
export function adminAppRoutes(deps: { db: Database; clock: Clock }): Route[] {
  return [
    route({
      tag: 'admin',
      access: 'admin',
      method: 'GET',
      path: '/v1/admin/apps',
      operationId: 'searchApps',
      summary: 'Apps whose name, client_id or owner begins with the query',
      query: Type.Object({ query: Type.Optional(Type.String({ maxLength: 64 })), ...schemas.pageQuery }),
      reply: schemas.page(administeredApp),
      async handle({ query }) {
        const limit = query.limit ?? 50;
        const prefix = (query.query ?? '').replace(/@pid$/, '');
        const afterClientId = decodeCursor(query.cursor, [/^app_[0-9a-f]{24}$/])?.[0] ?? null;
        const rows = await searchApps(deps.db, { prefix, afterClientId, limit });
        return {
          items: rows.map(show),
          nextCursor: rows.length === limit ? encodeCursor([rows.at(-1)!.client_id]) : null,
        };
      },
    }),
    ...(['verify', 'unverify'] as const).map((verb) =>
      route({
        ...shape,
        method: 'POST',
        path: `/v1/admin/apps/{client_id}/${verb}`,
        operationId: `${verb}App`,
        summary: verb === 'verify' ? 'Marks an app as a verified partner' : 'Takes the mark back',
        stepUp: 'assertion',
        reply: Type.Object({ client_id: Type.String(), verified: Type.Boolean() }),
        errors: [commonErrors.notFound],
        async handle({ params: { client_id: clientId }, caller, request }) {
          const verified = verb === 'verify';
          await markVerified(deps, { clientId, verified, actor: caller.pid, origin: originOf(request) });
          return { client_id: clientId, verified };
        },
      }),
    ),
    ...(['pause', 'resume'] as const).map((verb) =>
      route({
        ...shape,
        method: 'POST',
        path: `/v1/admin/apps/{client_id}/${verb}`,
        operationId: `${verb}App`,
        summary:
          verb === 'pause'
            ? 'No logins, tokens or payments through the app until it is resumed'
            : 'Ends an administrator’s pause; a suspended owner’s stays',
        stepUp: 'assertion',
        body: Type.Object({ reason: Type.Optional(reason) }),
        reply: Type.Object({ client_id: Type.String(), status: schemas.literals(['active', 'paused']) }),
        errors: [commonErrors.notFound, pausedAlready],
        async handle({ params: { client_id: clientId }, body, caller, request }) {
          const isPaused = verb === 'pause';
          await pauseApp(deps, {
            clientId,
            isPaused,
            reason: body.reason ?? null,
            actor: caller.pid,
            origin: originOf(request),
          });
          return { client_id: clientId, status: isPaused ? ('paused' as const) : ('active' as const) };
        },
      }),
    ),
  ];
}

function show(row: Awaited<ReturnType<typeof searchApps>>[number]) {
  const pausedBy =
    row.paused_at !== null ? ('admin' as const) : row.owner_status === 'active' ? null : ('owner' as const);
  return {
    client_id: row.client_id,
    name: row.name,
    owner: pidOf(row.owner),
    origins: row.origins,
    verified: row.verified,
    status: pausedBy === null ? ('active' as const) : ('paused' as const),
    ...(pausedBy === null ? {} : { pausedBy }),
    ...(row.pause_reason === null ? {} : { pauseReason: row.pause_reason }),
    createdAt: row.created_at.toISOString(),
  };
}
