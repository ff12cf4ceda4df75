import { Type } from 'typebox';
import { auditPage, auditSchema, originOf } from '../audit/index.ts';
import {
  deleteIdentity,
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
const statusVerbs = { suspend: suspendIdentity, reactivate: reactivateIdentity, delete: deleteIdentity };

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
          const pid = params.pid.endsWith('@pid') ? params.pid : `${params.pid}@pid`;
          const { status, createdAt } = await change(deps, {
            pid,
            actor: caller.pid,
            origin: originOf(request),
          });
          return { pid, status, createdAt: createdAt.toISOString() };
        },
      }),
    ),
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
