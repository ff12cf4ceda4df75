import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { handleOf, pidSchema } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import { exportLog } from './export-log.ts';
import { listEvents, type LogFilter } from './security-log.store.ts';
import { eventSchema, viewEvent } from './view-event.ts';

const dayMillis = 86_400_000;
const day = schemas.text(String.raw`^20\d\d-\d\d-\d\d$`, 'must be a day such as 2026-11-16');
const filters = {
  event: Type.Optional(schemas.text('^[a-z_.]{1,40}$', 'must be the name of an event')),
  pid: Type.Optional(pidSchema),
  clientId: Type.Optional(schemas.text('^app_[0-9a-f]{24}$', 'must be a client_id')),
  network: Type.Optional(schemas.text('^[0-9a-f.:/]{1,48}$', 'must be a network such as 203.0.113.0/24')),
  from: Type.Optional(day),
  to: Type.Optional(day),
};
type Filters = { [Name in keyof typeof filters]?: string };

export function securityLogRoutes({ db, flush }: { db: Queryable; flush: () => Promise<void> }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/admin/security-log',
      operationId: 'readSecurityLog',
      summary: 'What an operator looks at during an attack, newest first',
      description:
        'Days are UTC, the last included. With `format=csv` or `format=ndjson` everything that fits is streamed, up to 100000 rows, and the export is itself in the log.',
      tag: 'admin',
      access: 'admin',
      query: Type.Object({
        ...filters,
        ...schemas.pageQuery,
        format: Type.Optional(schemas.literals(['json', 'csv', 'ndjson'])),
      }),
      reply: schemas.page(eventSchema),
      async handle({ query, reply }) {
        // What this node still holds back belongs to what is asked for.
        await flush();
        const filter = filterOf(query);
        const { format = 'json', limit = 50 } = query;
        if (format !== 'json')
          return reply
            .header('content-disposition', `attachment; filename="pid-security-log.${format}"`)
            .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
            .send(Readable.from(exportLog(db, filter, format)));
        const before = decodeCursor(query.cursor, [cursorForms.number])?.[0] ?? null;
        const items = (await listEvents(db, filter, before, limit)).map(viewEvent);
        return { items, nextCursor: items.length === limit ? encodeCursor([items.at(-1)!.id]) : null };
      },
    }),
  ];
}

function filterOf(query: Filters): LogFilter {
  return {
    event: query.event ?? null,
    handle: query.pid === undefined ? null : handleOf(query.pid),
    clientId: query.clientId ?? null,
    network: query.network ?? null,
    from: query.from === undefined ? null : new Date(millisOf(query.from, 'from')),
    to: query.to === undefined ? null : new Date(millisOf(query.to, 'to') + dayMillis),
  };
}

/** 2026-02-30 has the right shape and is no day. */
function millisOf(text: string, field: string): number {
  const millis = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(millis) || new Date(millis).toISOString().slice(0, 10) !== text)
    throw commonErrors.validationFailed(`${field} must be a day that exists`);
  return millis;
}
