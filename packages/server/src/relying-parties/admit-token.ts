import { pidOf } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Admission } from '../platform/http/index.ts';
import { findAppAdmission } from './app-status.store.ts';
import { findBearerAdmission } from './grants.store.ts';

/**
 * Admits a bearer if its identity is active and in the epoch of issue, its grant has not ended and its app is
 * not deleted.
 */
export async function admitBearer(
  db: Queryable,
  bearer: { identityId: string; clientId: string; grantId: string; epoch: number; scope: string },
): Promise<Admission> {
  const row = await findBearerAdmission(db, bearer);
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
    scopes: bearer.scope.split(' '),
    isPaused: row.paused,
    countsAsRecent: false,
  };
}

/**
 * Admits a machine token if the app is not deleted and the token was issued with the current secret, or with
 * the previous one while that is still accepted.
 */
export async function admitApp(
  deps: { db: Queryable; clock: Clock },
  app: { clientId: string; epoch: number; scope: string },
): Promise<Admission> {
  const row = await findAppAdmission(deps.db, app.clientId);
  if (!row) return null;
  const isPrevious =
    app.epoch === row.secret_epoch - 1 &&
    row.previous_secret_until !== null &&
    row.previous_secret_until > deps.clock.now();
  return app.epoch === row.secret_epoch || isPrevious
    ? {
        type: 'app',
        clientId: app.clientId,
        scopes: app.scope.split(' ').filter((scope) => row.scopes.includes(scope)),
        isPaused: row.paused,
      }
    : null;
}
