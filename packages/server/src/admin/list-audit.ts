import type { Input } from '@pid/contract';
import { auditCsvHead, auditPage, exportAudit } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { Download } from '../platform/http/index.ts';

/**
 * Searches the audit log by identity, actor, action, target and time. Returns a page, or the whole result as
 * an export.
 */
export async function listAudit(
  db: Queryable,
  { pid, from, until, format = 'json', limit, cursor, ...query }: Input<'listAudit'>,
) {
  const identity = pid === undefined ? null : await findIdentityByPid(db, pid);
  if (pid !== undefined && !identity) throw refuse('not_found', {}, 'No such identity');
  const filter = {
    ...query,
    ...(identity ? { identityId: identity.id } : {}),
    ...(from === undefined ? {} : { since: momentOf('from', from) }),
    ...(until === undefined ? {} : { until: momentOf('until', until) }),
  };
  if (format === 'json')
    return auditPage(db, filter, {
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    });
  const head = format === 'csv' ? auditCsvHead : '';
  return new Download('pid-audit', format, exportAudit(db, filter, format), head);
}

function momentOf(field: string, text: string): Date {
  const millis = Date.parse(text);
  // The schema checks the format but not whether the day exists: 2026-02-30 has a valid format.
  const exists = millis >= 0 && (text.length > 10 || new Date(millis).toISOString().startsWith(text));
  if (!exists) throw invalid(`${field} must be a date that exists`);
  return new Date(millis);
}
