import type { Input } from '@pid/contract';
import type { AppRole } from '@pid/contract/app-roles';
import { notify, type Queryable, type Tx } from '../platform/db/index.ts';
import { isClientId } from './app-secret.ts';

export type GameTexts = NonNullable<Input<'changeApp'>['texts']>;

export interface App {
  readonly clientId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly logoUrl: string | null;
  /** Where the game starts: an address on a listed origin. */
  readonly playUrl: string | null;
  /** Names and short texts by language. */
  readonly texts: GameTexts;
  /** Part of the cover's address; null without a cover. */
  readonly coverId: string | null;
  readonly origins: readonly string[];
  /** If not empty, only these exact addresses on the origins are accepted. */
  readonly redirectUris: readonly string[];
  readonly requireSecret: boolean;
  readonly deviceFlow: boolean;
  /** Scopes of the app's machine tokens. */
  readonly scopes: readonly ('read' | 'payments')[];
  /** Contact for players' questions about a payment. */
  readonly contact: string | null;
  readonly feeBps: number;
  readonly feeFlat: number;
  /** Age from which the app is suitable, as its owner states it. */
  readonly rating: number | null;
  /** Whether an administrator has confirmed the rating. Only then it counts. */
  readonly ratingConfirmed: boolean;
  readonly verified: boolean;
  /** Null while the app is active. */
  readonly pausedBy: 'admin' | 'owner' | null;
  readonly pauseReason: string | null;
  readonly secretHash: Buffer;
  readonly secretEpoch: number;
  readonly previousSecretHash: Buffer | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
}

const selection = `select a.client_id as "clientId", a.owner_id as "ownerId", a.name, a.logo_url as "logoUrl", a.play_url as "playUrl", a.texts,
  (select c.id from app_covers c where c.client_id = a.client_id) as "coverId", a.require_secret as "requireSecret", a.device_flow as "deviceFlow", a.scopes,
  coalesce((select array_agg(o.origin order by o.origin) from app_origins o where o.client_id = a.client_id), '{}') as origins,
  array(select u.uri from app_redirect_uris u where u.client_id = a.client_id order by u.uri) as "redirectUris",
  a.rating, a.rating_confirmed as "ratingConfirmed", a.contact, a.fee_bps as "feeBps", a.fee_flat as "feeFlat", a.verified, a.pause_reason as "pauseReason",
  case when a.paused_at is not null then 'admin' when i.status <> 'active' then 'owner' end as "pausedBy",
  a.secret_hash as "secretHash", a.secret_epoch as "secretEpoch", a.previous_secret_hash as "previousSecretHash",
  a.previous_secret_until as "previousSecretUntil", a.created_at as "createdAt"
  from apps a join identity_facts i on i.id = a.owner_id`;

export type NewApp = Pick<
  App,
  | 'clientId'
  | 'ownerId'
  | 'name'
  | 'logoUrl'
  | 'playUrl'
  | 'texts'
  | 'feeBps'
  | 'feeFlat'
  | 'requireSecret'
  | 'deviceFlow'
  | 'secretHash'
> & { readonly now: Date };

export async function insertApp(tx: Tx, app: NewApp): Promise<void> {
  await tx.query(
    `insert into apps (client_id, owner_id, name, logo_url, fee_bps, fee_flat, require_secret, secret_hash, created_at, updated_at, device_flow, play_url, texts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)`,
    [
      app.clientId,
      app.ownerId,
      app.name,
      app.logoUrl,
      app.feeBps,
      app.feeFlat,
      app.requireSecret,
      app.secretHash,
      app.now,
      app.deviceFlow,
      app.playUrl,
      JSON.stringify(app.texts),
    ],
  );
}

export async function replaceRedirectUris(tx: Tx, clientId: string, uris: readonly string[]): Promise<void> {
  await tx.query('delete from app_redirect_uris where client_id = $1', [clientId]);
  await tx.query(
    'insert into app_redirect_uris (client_id, uri) select $1, uri from unnest($2::text[]) as listed (uri)',
    [clientId, uris],
  );
}

export async function replaceOrigins(tx: Tx, clientId: string, origins: readonly string[]): Promise<void> {
  await tx.query('delete from app_origins where client_id = $1', [clientId]);
  await tx.query(
    'insert into app_origins (client_id, origin) select $1, origin from unnest($2::text[]) as listed (origin)',
    [clientId, origins],
  );
  await notify(tx, 'origins', clientId);
}

export async function countApps(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    'select count(*) as count from apps where owner_id = $1 and deleted_at is null',
    [ownerId],
  );
  return Number(rows[0]!.count);
}

/** Returns null if the app does not exist or is deleted. */
export async function findApp(db: Queryable, clientId: string): Promise<App | null> {
  if (!isClientId(clientId)) return null;
  const { rows } = await db.query<App>({
    name: 'find-app',
    text: `${selection} where a.client_id = $1 and a.deleted_at is null`,
    values: [clientId],
  });
  return rows[0] ?? null;
}

export async function listAppsById(db: Queryable, clientIds: readonly string[]): Promise<App[]> {
  const { rows } = await db.query<App>(`${selection} where a.client_id = any($1) and a.deleted_at is null`, [
    clientIds,
  ]);
  return rows;
}

/**
 * Like `findApp`, but locks the app against changes and deletion until the transaction ends. It reads in a statement
 * of its own: a statement that waits for a lock sees the new row, but old origins, addresses and covers.
 */
export async function lockApp(tx: Tx, clientId: string): Promise<App | null> {
  if (!isClientId(clientId)) return null;
  await tx.query('select from apps where client_id = $1 for update', [clientId]);
  return findApp(tx, clientId);
}

/** Lists the apps that a player owns or belongs to after `afterClientId`, newest first, with the player's role. */
export async function listAppsOfPlayer(
  db: Queryable,
  identityId: string,
  afterClientId: string | null,
  limit: number,
): Promise<(App & { readonly role: AppRole })[]> {
  const { rows } = await db.query<App & { role: AppRole }>(
    `select own.*, p.role
     from (select client_id, 'owner' as role from apps where owner_id = $1 and deleted_at is null
       union all select client_id, role from app_members where identity_id = $1 and ended_at is null) p
     join lateral (${selection} where a.client_id = p.client_id and a.deleted_at is null) own on true
     where $2::text is null or (own."createdAt", own."clientId") < (select l.created_at, l.client_id from apps l where l.client_id = $2)
     order by own."createdAt" desc, own."clientId" desc limit $3`,
    [identityId, afterClientId, limit],
  );
  return rows;
}

/** Lists the owner's apps after `afterClientId`, newest first. */
export async function listAppsOfOwner(
  db: Queryable,
  ownerId: string,
  afterClientId: string | null,
  limit: number,
): Promise<App[]> {
  const { rows } = await db.query<App>(
    `${selection} where a.owner_id = $1 and a.deleted_at is null
       and ($2::text is null or (a.created_at, a.client_id) < (select l.created_at, l.client_id from apps l where l.client_id = $2))
     order by a.created_at desc, a.client_id desc limit $3`,
    [ownerId, afterClientId, limit],
  );
  return rows;
}

export type AppChanges = Pick<
  App,
  | 'name'
  | 'logoUrl'
  | 'playUrl'
  | 'texts'
  | 'feeBps'
  | 'feeFlat'
  | 'requireSecret'
  | 'deviceFlow'
  | 'scopes'
  | 'verified'
>;

export async function updateApp(tx: Tx, clientId: string, changes: AppChanges, now: Date): Promise<void> {
  await tx.query(
    'update apps set name = $2, logo_url = $3, fee_bps = $4, fee_flat = $5, require_secret = $6, verified = $7, updated_at = $8, device_flow = $9, scopes = $10, play_url = $11, texts = $12 where client_id = $1',
    [
      clientId,
      changes.name,
      changes.logoUrl,
      changes.feeBps,
      changes.feeFlat,
      changes.requireSecret,
      changes.verified,
      now,
      changes.deviceFlow,
      changes.scopes,
      changes.playUrl,
      JSON.stringify(changes.texts),
    ],
  );
  // A removed scope takes effect at the next use of a token, on every node.
  await notify(tx, 'grant', clientId);
}

/**
 * Gives the app to another owner, without its badge and without the contact, which is the former owner's. Every node
 * judges tokens of the app anew.
 */
export async function writeOwner(tx: Tx, clientId: string, ownerId: string, now: Date): Promise<void> {
  await tx.query(
    'update apps set owner_id = $2, verified = false, rating_confirmed = false, contact = null, updated_at = $3 where client_id = $1',
    [clientId, ownerId, now],
  );
  await notify(tx, 'grant', clientId);
}

/** A new rating is not confirmed. */
export async function writeRatingOf(tx: Tx, clientId: string, rating: number | null): Promise<void> {
  await tx.query(
    'update apps set rating = $2, rating_confirmed = rating_confirmed and rating is not distinct from $2 where client_id = $1',
    [clientId, rating],
  );
}

export async function writeRatingConfirmed(tx: Tx, clientId: string, confirmed: boolean): Promise<void> {
  await tx.query('update apps set rating_confirmed = $2 where client_id = $1', [clientId, confirmed]);
}

export async function writeContact(tx: Tx, clientId: string, contact: string | null): Promise<void> {
  await tx.query('update apps set contact = $2 where client_id = $1', [clientId, contact]);
}

/** Returns false if the app does not exist or is deleted. */
export async function writeVerified(tx: Tx, clientId: string, verified: boolean): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update apps set verified = $2 where client_id = $1 and deleted_at is null',
    [clientId, verified],
  );
  return rowCount === 1;
}

/**
 * For changes that cost a verified app its badge: players allowed charges by the app as it was. Also for apps without a badge. A lost badge, a pause and
 * another owner need no call, because the trigger of the table sees them.
 */
export async function endAllowancesOf(tx: Tx, clientId: string): Promise<void> {
  await tx.query(`select end_allowances($1, null, 'app_changed')`, [clientId]);
}

/**
 * Replaces the secret. The old secret and its machine tokens stay valid until `keepUntil`; with null they end
 * immediately on every node.
 */
export async function replaceSecret(
  tx: Tx,
  clientId: string,
  input: { hash: Buffer; keepUntil: Date | null; now: Date },
): Promise<void> {
  await tx.query(
    `update apps set previous_secret_hash = case when $3::timestamptz is not null then secret_hash end, previous_secret_until = $3,
       secret_hash = $2, secret_epoch = secret_epoch + 1, updated_at = $4 where client_id = $1`,
    [clientId, input.hash, input.keepUntil, input.now],
  );
  await notify(tx, 'grant', clientId);
}

/** Ends the previous secret and the machine tokens issued with it. */
export async function dropPreviousSecret(tx: Tx, clientId: string, now: Date): Promise<void> {
  await tx.query(
    'update apps set previous_secret_hash = null, previous_secret_until = null, updated_at = $2 where client_id = $1',
    [clientId, now],
  );
  await notify(tx, 'grant', clientId);
}

/**
 * Marks an app deleted, deletes its origins and redirect addresses, and ends its grants and thereby all its
 * tokens.
 */
export async function markAppDeleted(tx: Tx, clientId: string, now: Date): Promise<void> {
  await tx.query(
    `update apps set deleted_at = $2, updated_at = $2, verified = false, contact = null, play_url = null, texts = '{}' where client_id = $1`,
    [clientId, now],
  );
  await tx.query('delete from app_origins where client_id = $1', [clientId]);
  await tx.query('delete from app_redirect_uris where client_id = $1', [clientId]);
  await tx.query('delete from app_covers where client_id = $1', [clientId]);
  await tx.query('delete from favourite_games where client_id = $1', [clientId]);
  await tx.query(
    `update app_grants set ended_at = $2, end_reason = 'app deleted' where client_id = $1 and ended_at is null`,
    [clientId, now],
  );
  await notify(tx, 'origins', clientId);
  await notify(tx, 'grant', clientId);
}

export async function listOwnedClientIds(db: Queryable, ownerId: string): Promise<string[]> {
  const { rows } = await db.query<{ client_id: string }>(
    'select client_id from apps where owner_id = $1 and deleted_at is null order by client_id',
    [ownerId],
  );
  return rows.map((row) => row.client_id);
}

/** Locks the apps of an owner, in the order in which payments lock apps. */
export async function lockOwnedClientIds(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ client_id: string }>(
    'select client_id from apps where owner_id = $1 and deleted_at is null order by client_id for update',
    [ownerId],
  );
  return rows.map((row) => row.client_id);
}

export async function listLivingOrigins(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ origin: string }>(
    'select distinct o.origin from app_origins o join apps a using (client_id) where a.deleted_at is null',
  );
  return rows.map((row) => row.origin);
}
