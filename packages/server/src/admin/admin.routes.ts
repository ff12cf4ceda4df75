import { Type } from 'typebox';
import { auditPage, auditSchema, originOf } from '../audit/index.ts';
import {
  deleteIdentity,
  deletionBlocked,
  handleSchema,
  pidSchema,
  reactivateIdentity,
  searchIdentities,
  suspendIdentity,
  wrongStatus,
  type StatusDeps,
} from '../identity/index.ts';
import { adminAppRoutes } from './admin-apps.routes.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { decodeCursor, encodeCursor, route, schemas, type Route } from '../platform/http/index.ts';

const adminIdentity = Type.Object(
  {
    pid: pidSchema,
    status: schemas.literals(['active', 'suspended', 'deleted']),
    createdAt: schemas.dateTime,
  },
  { title: 'AdministeredIdentity' },
);
const statusVerbs = { suspend: suspendIdentity, reactivate: reactivateIdentity };

export function adminRoutes(deps: StatusDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/admin/identities',
      operationId: 'searchIdentities',
      summary: 'Identities whose handle begins with the query',
      tag: 'admin',
      access: 'admin',
      query: Type.Object({ query: Type.Optional(Type.String({ maxLength: 24 })), ...schemas.pageQuery }),
      reply: schemas.page(adminIdentity),
      async handle({ query }) {
        const limit = query.limit ?? 50;
        const prefix = (query.query ?? '').replace(/@pid$/, '');
        const items = await searchIdentities(
          deps.db,
          prefix,
          decodeCursor(query.cursor, [/^[a-z0-9_]{3,20}$/])?.[0] ?? null,
          limit,
        );
        return {
          items: items.map(({ pid, status, createdAt }) => ({
            pid,
            status,
            createdAt: createdAt.toISOString(),
          })),
          nextCursor: items.length === limit ? encodeCursor([items.at(-1)!.handle]) : null,
        };
      },
    }),
    ...Object.entries(statusVerbs).map(([verb, change]) =>
      route({
        method: 'POST',
        path: `/v1/admin/identities/{pid}/${verb}`,
        operationId: `${verb}IdentityAsAdmin`,
        summary: `${verb[0]!.toUpperCase()}${verb.slice(1)}s an identity`,
        tag: 'admin',
        access: 'admin',
        stepUp: 'assertion',
        params: Type.Object({ pid: Type.Union([pidSchema, handleSchema]) }),
        reply: adminIdentity,
        errors: [commonErrors.notFound, wrongStatus],
        async handle({ params, caller, request }) {
          const pid = fullPid(params.pid);
          const { status, createdAt } = await change(deps, {
            pid,
            actor: caller.pid,
            origin: originOf(request),
          });
          return { pid, status, createdAt: createdAt.toISOString() };
        },
      }),
    ),
    deletionRoute(deps),
    ...adminAppRoutes(deps),
    route({
      method: 'GET',
      path: '/v1/admin/audit',
      operationId: 'listAudit',
      summary: 'Everything that was recorded, newest first',
      tag: 'admin',
      access: 'admin',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(auditSchema),
      handle: ({ query }) => auditPage(deps.db, null, query),
    }),
  ];
}

/** A wallet that was never activated and holds money holds the deletion back, unless it is abandoned with a reason. */
function deletionRoute(deps: StatusDeps): Route {
  return route({
    method: 'POST',
    path: '/v1/admin/identities/{pid}/delete',
    operationId: 'deleteIdentityAsAdmin',
    summary: 'Deletes an identity',
    tag: 'admin',
    access: 'admin',
    stepUp: 'assertion',
    params: Type.Object({ pid: Type.Union([pidSchema, handleSchema]) }),
    body: schemas.nullable(
      Type.Object({
        abandon: Type.Optional(Type.Boolean()),
        reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      }),
    ),
    reply: adminIdentity,
    errors: [commonErrors.notFound, wrongStatus, deletionBlocked],
    async handle({ params, caller, request, body }) {
      const pid = fullPid(params.pid);
      if (body?.abandon === true && body.reason === undefined)
        throw commonErrors.validationFailed('reason must say why what is there is abandoned');
      const { status, createdAt } = await deleteIdentity(deps, {
        pid,
        actor: caller.pid,
        origin: originOf(request),
        ...(body?.abandon === true && body.reason !== undefined ? { abandonReason: body.reason } : {}),
      });
      return { pid, status, createdAt: createdAt.toISOString() };
    },
  });
}

function fullPid(name: string): string {
  return name.endsWith('@pid') ? name : `${name}@pid`;
}
