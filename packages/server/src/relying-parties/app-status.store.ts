import { notify, type Queryable, type Tx } from '../platform/db/index.ts';
import { isClientId } from './app-secret.ts';

/**
 * Condition on `apps a`: the app is not deleted and may sign players in, get tokens and take money. Neither an administrator nor the
 * suspension of its owner has paused it.
 */
export const isActive = `a.deleted_at is null and a.paused_at is null
  and exists (select from identity_facts owner where owner.id = a.owner_id and owner.status = 'active')`;

export interface AppAdmission {
  readonly secret_epoch: number;
  readonly previous_secret_until: Date | null;
  readonly paused: boolean;
  readonly scopes: string[];
}

/**
 * Reads everything that decides whether a machine token is still valid. Returns null if the app is deleted.
 */
export async function findAppAdmission(db: Queryable, clientId: string): Promise<AppAdmission | null> {
  const { rows } = await db.query<AppAdmission>({
    name: 'app-admission',
    text: `select secret_epoch, previous_secret_until, scopes, not (${isActive}) as paused from apps a where client_id = $1 and deleted_at is null`,
    values: [clientId],
  });
  return rows[0] ?? null;
}

/**
 * Returns whether the app is paused. The result holds until the transaction ends: a concurrent pause waits
 * for the lock or is already visible.
 */
export async function isPausedUnderLock(tx: Tx, clientId: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from paused_apps(array[$1])', [clientId]);
  return rowCount === 1;
}

/**
 * Sets or ends an administrator's pause. Returns false if the app does not exist or already is in that state.
 */
export async function writePause(
  tx: Tx,
  clientId: string,
  pause: { at: Date; reason: string | null } | null,
): Promise<boolean> {
  if (!isClientId(clientId)) return false;
  const { rowCount } = await tx.query(
    `update apps set paused_at = $2, pause_reason = $3
     where client_id = $1 and deleted_at is null and (paused_at is null) = ($2::timestamptz is not null)`,
    [clientId, pause?.at ?? null, pause?.reason ?? null],
  );
  if (rowCount) await notify(tx, 'grant', clientId);
  return rowCount === 1;
}

export interface AdministeredApp {
  readonly client_id: string;
  readonly name: string;
  readonly owner: string;
  readonly owner_status: string;
  readonly origins: string[];
  readonly verified: boolean;
  readonly rating: number | null;
  readonly rating_confirmed: boolean;
  readonly paused_at: Date | null;
  readonly pause_reason: string | null;
  readonly created_at: Date;
}

/**
 * Finds apps whose name, id or owner begins with the text, ordered by id, after `afterClientId`. Deleted apps
 * are left out.
 */
export async function listAppsByPrefix(
  db: Queryable,
  search: { prefix: string; afterClientId: string | null; limit: number },
): Promise<AdministeredApp[]> {
  const { rows } = await db.query<AdministeredApp>(
    `select a.client_id, a.name, i.handle as owner, i.status as owner_status, a.verified, a.rating, a.rating_confirmed, a.paused_at, a.pause_reason, a.created_at,
       array(select o.origin from app_origins o where o.client_id = a.client_id order by o.origin) as origins
     from apps a join identity_facts i on i.id = a.owner_id
     where a.deleted_at is null and ($2::text is null or a.client_id > $2)
       and (starts_with(lower(a.name), lower($1)) or starts_with(a.client_id, $1) or starts_with(i.handle, $1))
     order by a.client_id limit $3`,
    [search.prefix, search.afterClientId, search.limit],
  );
  return rows;
}
