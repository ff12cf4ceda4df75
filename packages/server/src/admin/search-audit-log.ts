import type { Input } from '@pid/contract';
import { auditPage } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';

/** The log of everything, narrowed to an identity, to who acted, to one kind of deed or to what it was done to. */
export async function searchAuditLog(db: Queryable, { pid, ...query }: Input<'listAudit'>) {
  const identity = pid === undefined ? null : await findIdentityByPid(db, pid);
  if (pid !== undefined && !identity) throw refuse('not_found', {}, 'No such identity');
  return auditPage(db, { ...query, ...(identity ? { identityId: identity.id } : {}) }, query);
}
