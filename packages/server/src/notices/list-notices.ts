import type { Input } from '@pid/contract';
import type { Needs } from '../platform/needs.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { noteIncoming, type IncomingDeps } from './note-incoming.ts';
import { countUnread, listNoticeRows, markRead } from './notices.store.ts';

/** Returns the notices of an owner, newest first. */
export async function listNotices(
  deps: IncomingDeps,
  identityId: string,
  { limit = 50, cursor }: Input<'listNotices'>,
) {
  await noteIncoming(deps, identityId);
  const { db } = deps;
  const [before = null] = decodeCursor(cursor, [cursorForms.number]) ?? [];
  const [rows, unread] = await Promise.all([
    listNoticeRows(db, identityId, before, limit + 1),
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

export async function markNoticesRead(
  { db, clock }: Needs<'db' | 'clock'>,
  identityId: string,
  upTo: number,
): Promise<void> {
  await markRead(db, identityId, upTo, clock.now());
}
