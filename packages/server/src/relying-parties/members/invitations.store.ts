import type { AppRole } from '@pid/contract/app-roles';
import type { Queryable, Tx } from '../../platform/db/index.ts';

export interface Invitation {
  readonly id: string;
  readonly clientId: string;
  readonly identityId: string;
  readonly role: AppRole;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly answer: 'accepted' | 'declined' | 'withdrawn' | 'expired' | null;
}

const columns = `v.id, v.client_id as "clientId", v.identity_id as "identityId", v.role, v.invited_by as "invitedBy", v.created_at as "createdAt",
  v.expires_at as "expiresAt", v.answer`;

/** The caller has locked the app, so that counts and uniqueness hold. */
export async function insertInvitation(tx: Tx, invitation: Omit<Invitation, 'answer'>): Promise<void> {
  await tx.query(
    `insert into app_invitations (id, client_id, identity_id, role, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      invitation.id,
      invitation.clientId,
      invitation.identityId,
      invitation.role,
      invitation.invitedBy,
      invitation.createdAt,
      invitation.expiresAt,
    ],
  );
}

/** Marks the expired invitations of an app, so that their players can be invited again. */
export async function expireInvitations(tx: Tx, clientId: string, now: Date): Promise<void> {
  await tx.query(
    `update app_invitations set answer = 'expired', answered_at = $2 where client_id = $1 and answer is null and expires_at <= $2`,
    [clientId, now],
  );
}

/** The times of the invitations that a player has sent since a moment, oldest first. */
export async function invitedSince(tx: Tx, inviterId: string, since: Date): Promise<Date[]> {
  const { rows } = await tx.query<{ created_at: Date }>(
    'select created_at from app_invitations where invited_by = $1 and created_at > $2 order by created_at',
    [inviterId, since],
  );
  return rows.map((row) => row.created_at);
}

/** Returns null unless the invitation is addressed to the identity. */
export async function findInvitation(
  db: Queryable,
  id: string,
  identityId: string,
): Promise<Invitation | null> {
  const { rows } = await db.query<Invitation>(
    `select ${columns} from app_invitations v where v.id = $1 and v.identity_id = $2`,
    [id, identityId],
  );
  return rows[0] ?? null;
}

/** Answers an open invitation. Returns false if it has expired or was answered; of concurrent answers one succeeds. */
export async function answerInvitation(
  tx: Tx,
  id: string,
  answer: 'accepted' | 'declined',
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update app_invitations set answer = $2, answered_at = $3 where id = $1 and answer is null and expires_at > $3',
    [id, answer, now],
  );
  return rowCount === 1;
}

/** Returns false if the player has no open invitation to the app. */
export async function withdrawInvitation(
  tx: Tx,
  { clientId, identityId }: { clientId: string; identityId: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update app_invitations set answer = 'withdrawn', answered_at = $3
     where client_id = $1 and identity_id = $2 and answer is null and expires_at > $3`,
    [clientId, identityId, now],
  );
  return rowCount === 1;
}

/** Withdraws all open invitations of an app. */
export async function withdrawInvitationsOf(tx: Tx, clientId: string, now: Date): Promise<void> {
  await tx.query(
    `update app_invitations set answer = 'withdrawn', answered_at = $2 where client_id = $1 and answer is null`,
    [clientId, now],
  );
}

export interface OpenInvitation extends Invitation {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
  readonly inviter: string;
}

/** Open invitations of a player, newest first, after the given one. */
export async function listInvitationsOf(
  db: Queryable,
  identityId: string,
  page: { now: Date; before: { createdAt: string; id: string } | null; limit: number },
): Promise<OpenInvitation[]> {
  const { rows } = await db.query<OpenInvitation>(
    `select ${columns}, a.name, a.logo_url as "logoUrl", a.verified, i.pid as inviter
     from app_invitations v join apps a using (client_id) join identity_facts i on i.id = v.invited_by
     where v.identity_id = $1 and v.answer is null and v.expires_at > $2 and a.deleted_at is null
       and ($3::timestamptz is null or (v.created_at, v.id) < ($3, $4::uuid))
     order by v.created_at desc, v.id desc limit $5`,
    [identityId, page.now, page.before?.createdAt ?? null, page.before?.id ?? null, page.limit],
  );
  return rows;
}

export interface ReceivedInvitation {
  readonly client_id: string;
  readonly app: string;
  readonly role: AppRole;
  readonly createdAt: Date;
  readonly answer: string | null;
}

/** For the player's download: everything that the player received, open or not, newest first. */
export async function listReceivedInvitations(
  db: Queryable,
  identityId: string,
  limit: number,
): Promise<ReceivedInvitation[]> {
  const { rows } = await db.query<ReceivedInvitation>(
    `select v.client_id, a.name as app, v.role, v.created_at as "createdAt", v.answer
     from app_invitations v join apps a using (client_id) where v.identity_id = $1 order by v.created_at desc, v.id limit $2`,
    [identityId, limit],
  );
  return rows;
}

/** Of a deleted player: invitations to them, and those that they sent, whose apps are deleted too. */
export async function deleteInvitationsOf(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from app_invitations where identity_id = $1 or invited_by = $1', [identityId]);
}

/** Deletes invitations that ended long ago. */
export async function sweepInvitations(db: Queryable, expiredBefore: Date): Promise<void> {
  await db.query('delete from app_invitations where expires_at < $1', [expiredBefore]);
}
