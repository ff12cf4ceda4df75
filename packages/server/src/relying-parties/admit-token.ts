import { pidOf } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Admission } from '../platform/http/index.ts';
import { readAppEpoch } from './apps.store.ts';
import { readBearerAdmission } from './grants.store.ts';

/** A bearer stands while its identity is active in the epoch it was issued in, and its grant and app live. */
export async function admitBearer(
  db: Queryable,
  bearer: { identityId: string; clientId: string; grantId: string; epoch: number },
): Promise<Admission> {
  const row = await readBearerAdmission(db, bearer);
  if (row.identity_id === null) return 'no_identity';
  if (row.status !== 'active' || row.bearer_epoch !== bearer.epoch || row.granted_at === null) return null;
  return {
    type: 'user',
    via: 'bearer',
    identityId: row.identity_id,
    pid: pidOf(row.handle),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    sessionId: null,
    authenticatedAt: row.granted_at,
    method: 'bearer',
    countsAsRecent: false,
  };
}

/** A machine token stands while its app lives with the secret that made it. */
export async function admitApp(db: Queryable, app: { clientId: string; epoch: number }): Promise<Admission> {
  return (await readAppEpoch(db, app.clientId)) === app.epoch
    ? { type: 'app', clientId: app.clientId }
    : null;
}
