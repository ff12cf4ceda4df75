import { Type } from 'typebox';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import { countUnread, listNotices, markRead } from './notices.store.ts';

const noticeSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String(),
    at: schemas.dateTime,
    read: Type.Boolean(),
    data: schemas.openObject,
  },
  { title: 'Notice' },
);

export function noticeRoutes({ db, clock }: { db: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/notices',
      operationId: 'listNotices',
      summary: 'What the owner was told, newest first',
      tag: 'identity',
      access: 'user',
      query: Type.Object(schemas.pageQuery),
      reply: Type.Object({
        items: Type.Array(noticeSchema),
        unread: Type.Integer(),
        nextCursor: schemas.nullable(Type.String()),
      }),
      async handle({ caller, query }) {
        const limit = query.limit ?? 50;
        const before = decodeCursor(query.cursor, [cursorForms.number])?.[0] ?? null;
        const [rows, unread] = await Promise.all([
          listNotices(db, caller.identityId, before, limit),
          countUnread(db, caller.identityId),
        ]);
        return {
          items: rows.map((row) => ({
            id: Number(row.id),
            type: row.type,
            at: row.at.toISOString(),
            read: row.read_at !== null,
            data: row.data,
          })),
          unread,
          nextCursor: rows.length === limit ? encodeCursor([rows.at(-1)!.id]) : null,
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/notices/read',
      operationId: 'markNoticesRead',
      summary: 'Marks the notices up to one as read',
      tag: 'identity',
      access: 'user',
      allowSuspended: true,
      body: Type.Object({ upTo: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
      reply: schemas.okReply,
      async handle({ caller, body }) {
        await markRead(db, caller.identityId, body.upTo, clock.now());
        return { ok: true };
      },
    }),
  ];
}
