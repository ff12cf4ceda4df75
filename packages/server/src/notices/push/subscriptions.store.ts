import type { Language } from '@pid/contract/languages';
import type { Queryable, Tx } from '../../platform/db/index.ts';

export interface SubscriptionRow {
  readonly id: string;
  readonly identityId: string;
  readonly sessionId: string;
  readonly endpointHash: Buffer;
  readonly language: Language;
  readonly showDetails: boolean;
  readonly createdAt: Date;
}

const columns = `id, identity_id as "identityId", session_id as "sessionId", endpoint_hash as "endpointHash", language, show_details as "showDetails",
  created_at as "createdAt"`;

export type NewSubscription = SubscriptionRow & {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly serverKey: string;
};

/**
 * Stores a device. An endpoint belongs to the last session that presented it: the next player in the same browser must not get
 * the notifications of the player before. Of the same player, it keeps its id.
 */
export async function upsertSubscription(
  tx: Tx,
  one: NewSubscription,
): Promise<SubscriptionRow & { readonly isNew: boolean }> {
  const { rows } = await tx.query<SubscriptionRow & { readonly isNew: boolean }>(
    `insert into push_subscriptions as known (id, identity_id, session_id, endpoint, endpoint_hash, p256dh, auth, server_key, language, show_details, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (endpoint_hash) do update set
       id = case when known.identity_id = excluded.identity_id then known.id else excluded.id end,
       created_at = case when known.identity_id = excluded.identity_id then known.created_at else excluded.created_at end,
       identity_id = excluded.identity_id, session_id = excluded.session_id, endpoint = excluded.endpoint, p256dh = excluded.p256dh,
       auth = excluded.auth, server_key = excluded.server_key, language = excluded.language, show_details = excluded.show_details
     returning ${columns}, id = $1 as "isNew"`,
    [
      one.id,
      one.identityId,
      one.sessionId,
      one.endpoint,
      one.endpointHash,
      one.p256dh,
      one.auth,
      one.serverKey,
      one.language,
      one.showDetails,
      one.createdAt,
    ],
  );
  return rows[0]!;
}

/** Removes the oldest devices of a player beyond `most`. */
export async function trimSubscriptions(tx: Tx, identityId: string, most: number): Promise<void> {
  await tx.query(
    `delete from push_subscriptions where id in (
       select id from push_subscriptions where identity_id = $1 order by created_at desc, id desc offset $2)`,
    [identityId, most],
  );
}

/** The devices of a player whose sessions are active and that this service can reach, oldest first. */
export async function listSubscriptions(
  db: Queryable,
  identityId: string,
  { now, serverKey }: { readonly now: Date; readonly serverKey: string | null },
): Promise<SubscriptionRow[]> {
  const { rows } = await db.query<SubscriptionRow & Record<string, unknown>>(
    `select ${columns} from push_subscriptions s where identity_id = $1 and ($3::text is null or server_key = $3)
       and exists (select from session_facts f where f.id = s.session_id and f.ended_at is null and f.refresh_expires_at > $2 and f.family_expires_at > $2) order by created_at, id`,
    [identityId, now, serverKey],
  );
  return rows;
}

export async function removeSubscription(db: Queryable, identityId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from push_subscriptions where id = $1 and identity_id = $2', [
    id,
    identityId,
  ]);
  return rowCount === 1;
}

/** Removes a device unless its browser has subscribed anew since it was read. */
export async function dropSubscription(db: Queryable, id: string, endpoint: string): Promise<void> {
  await db.query('delete from push_subscriptions where id = $1 and endpoint = $2', [id, endpoint]);
}

/** Removes devices whose session has ended: of one player, or of all. */
export async function removeEnded(
  db: Queryable,
  {
    now,
    identityId,
    sessionId,
  }: { readonly now: Date; readonly identityId?: string; readonly sessionId?: string },
): Promise<void> {
  await db.query(
    `delete from push_subscriptions s where ($2::uuid is null or identity_id = $2) and ($3::uuid is null or session_id = $3)
       and not exists (select from session_facts f where f.id = s.session_id and f.ended_at is null and f.refresh_expires_at > $1 and f.family_expires_at > $1)`,
    [now, identityId ?? null, sessionId ?? null],
  );
}
