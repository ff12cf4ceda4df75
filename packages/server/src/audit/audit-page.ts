import type { Input } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { listAudit } from './audit.store.ts';

/** Of one identity, or of all when that is null. */
export async function auditPage(
  db: Queryable,
  identityId: string | null,
  { limit = 50, cursor }: Input<'listAudit'>,
) {
  const [before = null] = decodeCursor(cursor, [cursorForms.number]) ?? [];
  return pageOf(await listAudit(db, identityId, before, limit + 1), limit, ({ id }) => [id]);
}
