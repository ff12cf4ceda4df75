import { Type } from 'typebox';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf, route, schemas, type Route } from '../platform/http/index.ts';
import { auditSchema, listAudit } from './audit.store.ts';

export function activityRoutes(deps: { db: Queryable }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/identity/activity',
      operationId: 'listActivity',
      summary: 'What happened to the own identity, newest first',
      tag: 'identity',
      access: 'user',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(auditSchema),
      async handle({ caller, query }) {
        return auditPage(deps.db, caller.identityId, query);
      },
    }),
  ];
}

export async function auditPage(
  db: Queryable,
  identityId: string | null,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? 50;
  const before = decodeCursor(query.cursor, [cursorForms.number])?.[0] ?? null;
  return pageOf(await listAudit(db, identityId, before, limit + 1), limit, ({ id }) => [id]);
}
