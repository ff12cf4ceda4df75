import type { Input } from '@pid/contract';
import { pidOf } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { decodeCursor, pageOf } from '../platform/http/index.ts';
import { listAppsByPrefix, writeRating } from '../relying-parties/index.ts';

/** Searches by prefix of the name, client_id or owner. */
export async function searchApps(db: Queryable, { query = '', limit = 50, cursor }: Input<'searchApps'>) {
  const [afterClientId = null] = decodeCursor(cursor, [/^app_[0-9a-f]{24}$/]) ?? [];
  const rows = await listAppsByPrefix(db, {
    prefix: query.replace(/@pid$/, ''),
    afterClientId,
    limit: limit + 1,
  });
  return pageOf(rows.map(show), limit, ({ client_id: clientId }) => [clientId]);
}

function show(row: Awaited<ReturnType<typeof listAppsByPrefix>>[number]) {
  const pausedBy =
    row.paused_at !== null ? ('admin' as const) : row.owner_status === 'active' ? null : ('owner' as const);
  return {
    client_id: row.client_id,
    name: row.name,
    owner: pidOf(row.owner),
    origins: row.origins,
    verified: row.verified,
    rating: writeRating(row.rating),
    ratingConfirmed: row.rating_confirmed,
    status: pausedBy === null ? ('active' as const) : ('paused' as const),
    ...(pausedBy === null ? {} : { pausedBy }),
    ...(row.pause_reason === null ? {} : { pauseReason: row.pause_reason }),
    createdAt: row.created_at.toISOString(),
  };
}
