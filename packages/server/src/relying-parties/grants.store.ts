import { notify, type Queryable, type Tx } from '../platform/db/index.ts';
import type { IdentityStatus } from '../platform/http/index.ts';
import { isClientId } from './app-secret.ts';
import { isActive } from './app-status.store.ts';

/**
 * Returns the id of the identity's active grant to the app, and creates the grant if there is none.
 * Concurrent consents get the same grant.
 */
export async function grantApp(
  tx: Tx,
  grant: { id: string; clientId: string; identityId: string; now: Date },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into app_grants (id, client_id, identity_id, granted_at, last_login_at) values ($1, $2, $3, $4, $4)
     on conflict (identity_id, client_id) where ended_at is null do update set last_login_at = excluded.last_login_at returning id`,
    [grant.id, grant.clientId, grant.identityId, grant.now],
  );
  return rows[0]!.id;
}

/**
 * Ends the active grant and with it every bearer of the app for this player. Returns false if there is none.
 */
export async function endGrant(
  tx: Tx,
  identityId: string,
  clientId: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  if (!isClientId(clientId)) return false;
  const { rows } = await tx.query<{ id: string }>(
    'update app_grants set ended_at = $3, end_reason = $4 where identity_id = $1 and client_id = $2 and ended_at is null returning id',
    [identityId, clientId, now, reason],
  );
  if (rows[0]) await notify(tx, 'grant', rows[0].id);
  return rows.length === 1;
}

export async function endGrants(tx: Tx, identityId: string, reason: string, now: Date): Promise<void> {
  await tx.query(
    'update app_grants set ended_at = $2, end_reason = $3 where identity_id = $1 and ended_at is null',
    [identityId, now, reason],
  );
  await notify(tx, 'grant', identityId);
}

export interface ConnectedApp {
  readonly client_id: string;
  readonly name: string;
  readonly logo_url: string | null;
  readonly verified: boolean;
  readonly paused: boolean;
  readonly granted_at: Date;
  readonly last_login_at: Date;
}

/** Lists active grants, ordered by app. */
export async function listGrantedApps(
  db: Queryable,
  identityId: string,
  afterClientId: string | null,
  limit: number,
): Promise<ConnectedApp[]> {
  const { rows } = await db.query<ConnectedApp>(
    `select a.client_id, a.name, a.logo_url, a.verified, not (${isActive}) as paused, g.granted_at, g.last_login_at from app_grants g join apps a using (client_id)
     where g.identity_id = $1 and g.ended_at is null and a.deleted_at is null and ($2::text is null or a.client_id > $2)
     order by a.client_id limit $3`,
    [identityId, afterClientId, limit],
  );
  return rows;
}

export interface BearerAdmissionRow {
  identity_id: string | null;
  handle: string;
  status: IdentityStatus;
  created_at: Date;
  bearer_epoch: number;
  granted_at: Date | null;
  paused: boolean;
}

/**
 * Reads everything that decides whether a bearer is still valid, with one look-up by three primary keys.
 * `granted_at` is null without an active grant.
 */
export async function findBearerAdmission(
  db: Queryable,
  bearer: { identityId: string; clientId: string; grantId: string },
): Promise<BearerAdmissionRow> {
  const { rows } = await db.query<BearerAdmissionRow>({
    name: 'bearer-admission',
    text: `select i.id as identity_id, i.handle, i.status, i.created_at, i.bearer_epoch, g.granted_at, coalesce(not (${isActive}), false) as paused
           from (values ($1::uuid)) as asked (id)
           left join identity_facts i on i.id = asked.id
           left join (app_grants g join apps a on a.client_id = g.client_id and a.deleted_at is null)
             on g.id = $2 and g.client_id = $3 and g.identity_id = i.id and g.ended_at is null`,
    values: [bearer.identityId, bearer.grantId, bearer.clientId],
  });
  return rows[0]!;
}

export interface TermsRow {
  client_id: string;
  name: string;
  logo_url: string | null;
  contact: string | null;
  origins: string[];
  owner_id: string;
  fee_bps: number;
  fee_flat: number;
  verified: boolean;
  paused: boolean;
  connected: boolean;
}

/** For the rules of other slices (`termsFor`). The posting functions read the SQL function `terms_of_app` instead, under a lock. */
export async function findTerms(
  db: Queryable,
  clientId: string,
  identityId: string | null,
): Promise<TermsRow | null> {
  if (!isClientId(clientId)) return null;
  const { rows } = await db.query<TermsRow>({
    name: 'app-terms',
    text: `select a.client_id, a.name, a.logo_url, a.contact, array(select o.origin from app_origins o where o.client_id = a.client_id) as origins, a.owner_id, a.fee_bps, a.fee_flat, a.verified, not (${isActive}) as paused,
             exists (select from app_grants g where g.client_id = a.client_id and g.identity_id = $2::uuid and g.ended_at is null) as connected
           from apps a where a.client_id = $1 and a.deleted_at is null`,
    values: [clientId, identityId],
  });
  return rows[0] ?? null;
}

const sponsorsMax = 5;

/**
 * Finds the verified apps that are not paused and that the active identity has connected, latest sign-in
 * first.
 */
export async function listSponsors(
  db: Queryable,
  identityId: string,
): Promise<{ clientId: string; name: string }[]> {
  const { rows } = await db.query<{ client_id: string; name: string }>(
    `select a.client_id, a.name from app_grants g join apps a using (client_id) join identity_facts i on i.id = g.identity_id
     where g.identity_id = $1 and g.ended_at is null and i.status = 'active' and a.verified and ${isActive}
     order by g.last_login_at desc, a.client_id limit $2`,
    [identityId, sponsorsMax],
  );
  return rows.map((row) => ({ clientId: row.client_id, name: row.name }));
}
