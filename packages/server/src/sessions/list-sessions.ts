import type { Input } from '@pid/contract';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../platform/http/index.ts';
import { listSessionRows } from './sessions.store.ts';

/** Lists the caller's sessions, last seen first. */
export async function listSessions(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  caller: UserCaller,
  { limit = 50, cursor }: Input<'listSessions'>,
) {
  const [lastSeenAt, id] = decodeCursor(cursor, [cursorForms.dateTime, cursorForms.uuid]) ?? [];
  const before = lastSeenAt && id ? { lastSeenAt, id } : null;
  const rows = await listSessionRows(db, caller.identityId, clock.now(), before, limit + 1);
  const devices = rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    userAgent: row.user_agent,
    current: row.id === caller.sessionId,
  }));
  return pageOf(devices, limit, (device) => [device.lastSeenAt, device.id]);
}
