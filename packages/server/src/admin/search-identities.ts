import type { Input } from '@pid/contract';
import { listIdentitiesByPrefix, type Identity } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { decodeCursor, pageOf } from '../platform/http/index.ts';

/** Searches by handle prefix, ordered by handle. */
export async function searchIdentities(
  db: Queryable,
  { query = '', limit = 50, cursor }: Input<'searchIdentities'>,
) {
  const [after = null] = decodeCursor(cursor, [/^[a-z0-9_]{3,20}$/]) ?? [];
  const found = await listIdentitiesByPrefix(db, query.replace(/@pid$/, ''), after, limit + 1);
  const { items, nextCursor } = pageOf(found, limit, ({ handle }) => [handle]);
  return { items: items.map(describeIdentity), nextCursor };
}

export function describeIdentity({ pid, status, createdAt }: Identity) {
  return { pid, status, createdAt: createdAt.toISOString() };
}
