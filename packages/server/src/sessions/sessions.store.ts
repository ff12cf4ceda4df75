import { notify, streamRows, type Queryable, type Tx } from '../platform/db/index.ts';
import type { IdentityStatus } from '../platform/http/index.ts';

export interface SessionRow {
  id: string;
  identity_id: string;
  method: string;
  user_agent: string;
  created_at: Date;
  authenticated_at: Date;
  last_seen_at: Date;
  refresh_hash: Buffer;
  refresh_expires_at: Date;
  spent_hashes: Buffer[];
  spent_at: Date[];
  family_expires_at: Date;
  ended_at: Date | null;
}

export interface NewSession {
  readonly id: string;
  readonly identityId: string;
  readonly method: string;
  readonly openedWith: string;
  readonly userAgent: string;
  readonly refreshHash: Buffer;
  readonly refreshExpiresAt: Date;
  readonly familyExpiresAt: Date;
  readonly authenticatedAt: Date;
  readonly countsAsRecent: boolean;
  readonly now: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    `insert into sessions (id, identity_id, method, user_agent, created_at, authenticated_at, last_seen_at, refresh_hash, refresh_expires_at, family_expires_at, opened_with, counts_as_recent)
     values ($1, $2, $3, $4, $5, $10, $5, $6, $7, $8, $9, $11)`,
    [
      session.id,
      session.identityId,
      session.method,
      session.userAgent,
      session.now,
      session.refreshHash,
      session.refreshExpiresAt,
      session.familyExpiresAt,
      session.openedWith,
      session.authenticatedAt,
      session.countsAsRecent,
    ],
  );
}

/** Locks the family, so that a reuse and a rotation never run concurrently. */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | null> {
  const { rows } = await tx.query<SessionRow>('select * from sessions where id = $1 for update', [id]);
  return rows[0] ?? null;
}

export async function storeRotation(
  tx: Tx,
  id: string,
  next: { refreshHash: Buffer; refreshExpiresAt: Date; spentHashes: Buffer[]; spentAt: Date[]; now: Date },
): Promise<void> {
  await tx.query(
    `update sessions set refresh_hash = $2, refresh_expires_at = $3, spent_hashes = $4, spent_at = $5, last_seen_at = $6 where id = $1`,
    [id, next.refreshHash, next.refreshExpiresAt, next.spentHashes, next.spentAt, next.now],
  );
}

export async function findSessionOwner(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ identity_id: string }>(
    'select identity_id from sessions where id = $1 and ended_at is null',
    [id],
  );
  return rows[0]?.identity_id ?? null;
}

/** Ends one active session of an identity. Returns false if there is none. */
export async function markSessionEnded(
  db: Queryable,
  identityId: string,
  id: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update sessions set ended_at = $3, end_reason = $4 where id = $1 and identity_id = $2 and ended_at is null',
    [id, identityId, now, reason],
  );
  await notify(db, 'session', id);
  return rowCount === 1;
}

/** Ends the previous session of the browser, regardless of the identity it belongs to. */
export async function endReplacedSession(tx: Tx, id: string, now: Date): Promise<void> {
  const owner = await findSessionOwner(tx, id);
  if (owner) await markSessionEnded(tx, owner, id, 'replaced by a new sign-in', now);
}

/** Whether a session of the identity is active. The lock keeps it from ending before the transaction does. */
export async function lockActiveSession(tx: Tx, identityId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from sessions where id = $1 and identity_id = $2 and ended_at is null and refresh_expires_at > $3 and family_expires_at > $3
     for share`,
    [id, identityId, now],
  );
  return rowCount === 1;
}

/**
 * Ends the active sessions of an identity except `exceptId`: all, or those opened with one login or passkey.
 * Returns their number.
 */
export async function endSessions(
  db: Queryable,
  input: {
    identityId: string;
    exceptId: string | null;
    openedWith?: string;
    /** Keeps sessions that were opened at a provider after this time. */
    spareProviderSince?: Date | null;
    reason: string;
    now: Date;
  },
): Promise<number> {
  const { rowCount } = await db.query(
    `update sessions set ended_at = $4, end_reason = $5
     where identity_id = $1 and ended_at is null and id is distinct from $2 and ($3::uuid is null or opened_with = $3)
       and not (method <> 'passkey' and authenticated_at > coalesce($6, 'infinity'::timestamptz))`,
    [
      input.identityId,
      input.exceptId,
      input.openedWith ?? null,
      input.now,
      input.reason,
      input.spareProviderSince ?? null,
    ],
  );
  await notify(db, 'identity', input.identityId);
  return rowCount ?? 0;
}

/** Returns when an active session of this identity was opened at a provider; null for any other session. */
export async function findProviderSignIn(
  db: Queryable,
  sessionId: string,
  identityId: string,
): Promise<Date | null> {
  const { rows } = await db.query<{ authenticated_at: Date }>(
    `select authenticated_at from sessions
     where id = $1 and identity_id = $2 and ended_at is null and method <> 'passkey' and counts_as_recent`,
    [sessionId, identityId],
  );
  return rows[0]?.authenticated_at ?? null;
}

/**
 * Counts the active sessions. `upTo` is when the last of them was opened, by the clock of its node: the clock of this
 * process may be behind it.
 */
export async function countActiveSessions(db: Queryable): Promise<{ count: number; upTo: string }> {
  const { rows } = await db.query<{ count: bigint; last: string | null }>(
    'select count(*), max(created_at)::text as last from sessions where ended_at is null',
  );
  return { count: Number(rows[0]!.count), upTo: rows[0]!.last ?? '-infinity' };
}

export interface NextSessions {
  readonly afterId: string | null;
  readonly limit: number;
  readonly reason: string;
  readonly upTo: string;
  readonly now: Date;
}

/**
 * Ends the next `limit` active sessions of all players after `afterId` that were opened up to `upTo`. In the order
 * of ids, because a refresh moves a row to another place of the table. Returns the last id, or null if none was
 * left. It sends no notification, because nodes cache an admission for less than a second.
 */
export async function endNextSessions(
  db: Queryable,
  { afterId, limit, reason, upTo, now }: NextSessions,
): Promise<{ count: number; lastId: string | null }> {
  const { rows } = await db.query<{ count: bigint; last: string | null }>(
    `with batch as (
       select id from sessions where ended_at is null and created_at <= $5::timestamptz and ($1::uuid is null or id > $1) order by id limit $3
     ), ended as (
       update sessions s set ended_at = $2, end_reason = $4 from batch where s.id = batch.id and s.ended_at is null returning s.id
     )
     select (select count(*) from ended) as count, (select id from batch order by id desc limit 1) as last`,
    [afterId, now, limit, reason, upTo],
  );
  return { count: Number(rows[0]!.count), lastId: rows[0]!.last };
}

export async function listSessionRows(
  db: Queryable,
  identityId: string,
  now: Date,
  before: { lastSeenAt: string; id: string } | null,
  limit: number,
): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select * from sessions where identity_id = $1 and ended_at is null and refresh_expires_at > $2 and family_expires_at > $2
       and ($3::timestamptz is null or (last_seen_at, id) < ($3, $4::uuid))
     order by last_seen_at desc, id desc limit $5`,
    [identityId, now, before?.lastSeenAt ?? null, before?.id ?? null, limit],
  );
  return rows;
}

/** The open sessions of an identity, last seen first. */
export async function listOpenSessions(
  db: Queryable,
  identityId: string,
  now: Date,
  limit: number,
): Promise<{ createdAt: Date; lastSeenAt: Date; userAgent: string }[]> {
  const rows = await listSessionRows(db, identityId, now, null, limit);
  return rows.map((row) => ({
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    userAgent: row.user_agent,
  }));
}

export interface AdmissionRow {
  identity_id: string | null;
  handle: string;
  status: IdentityStatus;
  created_at: Date;
  session_id: string | null;
  ended_at: Date | null;
  authenticated_at: Date;
  method: string;
  counts_as_recent: boolean;
  frozen_until: Date | null;
}

/**
 * Reads everything that decides whether a session token is still valid, with one look-up by three primary
 * keys.
 */
export async function getAdmission(
  db: Queryable,
  identityId: string,
  sessionId: string,
): Promise<AdmissionRow> {
  const { rows } = await db.query<AdmissionRow>({
    name: 'session-admission',
    text: `select i.id as identity_id, i.handle, i.status, i.created_at, s.id as session_id, s.ended_at, s.authenticated_at, s.method, s.counts_as_recent, f.until as frozen_until
           from (values ($1::uuid)) as asked (id)
           left join identity_facts i on i.id = asked.id
           left join sessions s on s.id = $2 and s.identity_id = i.id
           left join freeze_facts f on f.identity_id = i.id`,
    values: [identityId, sessionId],
  });
  return rows[0]!;
}

/** Exports all sessions, without any data that could open one. */
export async function exportSessions(db: Queryable, identityId: string) {
  const { rows } = await db.query<SessionRow & { end_reason: string | null }>(
    'select * from sessions where identity_id = $1 order by created_at',
    [identityId],
  );
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    endedAt: row.ended_at,
    endReason: row.end_reason,
  }));
}

/** A session's user agent is personal data; the row stays for the audit trail. */
export async function eraseSessions(tx: Tx, identityId: string): Promise<void> {
  await tx.query("update sessions set user_agent = '' where identity_id = $1", [identityId]);
}

/** Deletes sessions between two positions (`ctid`) of the table that ended or expired before `before`. */
export async function sweepSessions(db: Queryable, before: Date, from: string, to: string): Promise<void> {
  await db.query(
    `delete from sessions where ctid >= $2::tid and ctid < $3::tid
       and least(ended_at, refresh_expires_at, family_expires_at) < $1`,
    [before, from, to],
  );
}

const signedIn = `select distinct identity_id as id from sessions
  where created_at <= $2 and least(ended_at, refresh_expires_at, family_expires_at) >= $1 and ($3::uuid is null or identity_id > $3)`;

interface Period {
  readonly since: Date;
  readonly until: Date;
  readonly afterId: string | null;
}

/** Counts the identities after `afterId` that had a session in a period, as far as sessions are still stored. */
export async function countSignedInBetween(
  db: Queryable,
  { since, until, afterId }: Period,
): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(`select count(*) from (${signedIn}) people`, [
    since,
    until,
    afterId,
  ]);
  return Number(rows[0]!.count);
}

/** Yields the same identities, in the order of their ids. */
export function streamSignedInBetween(
  tx: Tx,
  { since, until, afterId }: Period,
  batchRows: number,
): AsyncIterable<{ id: string }[]> {
  return streamRows(tx, `${signedIn} order by id`, [since, until, afterId], batchRows);
}
