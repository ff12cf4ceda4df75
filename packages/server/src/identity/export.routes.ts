import { Type } from 'typebox';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import { route, type Route } from '../platform/http/index.ts';

/** One slice's part of the export: everything it holds about an identity. */
export interface ExportSection {
  readonly name: string;
  read(db: Queryable, identityId: string): Promise<unknown>;
}

export function exportRoutes(deps: {
  db: Database;
  clock: Clock;
  sections: readonly ExportSection[];
}): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/identity/export',
      operationId: 'exportIdentity',
      summary: 'Everything held about the caller, as JSON',
      tag: 'identity',
      access: 'user',
      reply: Type.Object({}, { additionalProperties: true }),
      async handle({ caller, reply }) {
        reply.header('content-disposition', `attachment; filename="${caller.pid.replace('@', '-at-')}.json"`);
        const sections = await Promise.all(
          deps.sections.map(
            async ({ name, read }) => [name, await read(deps.db, caller.identityId)] as const,
          ),
        );
        return {
          exportedAt: deps.clock.now().toISOString(),
          identity: { pid: caller.pid, status: caller.status, createdAt: caller.createdAt },
          ...Object.fromEntries(sections),
        };
      },
    }),
  ];
}
