import type { Input } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { listAudit, type AuditListFilter } from './audit.store.ts';

/** What was recorded, of everybody, as far as it is asked for. */
export async function auditPage(
  db: Queryable,
  filter: AuditListFilter,
  { limit = 50, cursor }: Pick<Input<'listAudit'>, 'limit' | 'cursor'>,
) {
  const [before = null] = decodeCursor(cursor, [cursorForms.number]) ?? [];
  return pageOf(await listAudit(db, filter, before, limit + 1), limit, ({ id }) => [id]);
}
