import type { Input } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { countUnread, listNotices } from './notices.store.ts';

/** What the owner was told, newest first. */
export async function readNotices(
  db: Queryable,
  identityId: string,
  { limit = 50, cursor }: Input<'listNotices'>,
) {
  const [before = null] = decodeCursor(cursor, [cursorForms.number]) ?? [];
  const [rows, unread] = await Promise.all([
    listNotices(db, identityId, before, limit + 1),
    countUnread(db, identityId),
  ]);
  const notices = rows.map((row) => ({
    id: Number(row.id),
    type: row.type,
    at: row.at.toISOString(),
    read: row.read_at !== null,
    data: row.data,
  }));
  return { ...pageOf(notices, limit, ({ id }) => [id]), unread };
}
