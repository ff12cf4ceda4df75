import type { Queryable, Tx } from '../platform/db/index.ts';

export interface FamilyInvitation {
  readonly childId: string;
  readonly invitedBy: string;
}

/** Replaces an earlier code of the child. */
export async function writeInvitation(
  tx: Tx,
  invitation: FamilyInvitation & { readonly codeHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await tx.query(
    `insert into family_invitations (child_id, code_hash, invited_by, expires_at) values ($1, $2, $3, $4)
     on conflict (child_id) do update set code_hash = excluded.code_hash, invited_by = excluded.invited_by, expires_at = excluded.expires_at`,
    [invitation.childId, invitation.codeHash, invitation.invitedBy, invitation.expiresAt],
  );
}

export async function findInvitation(
  db: Queryable,
  codeHash: Buffer,
  now: Date,
): Promise<FamilyInvitation | null> {
  const { rows } = await db.query<FamilyInvitation>(
    'select child_id as "childId", invited_by as "invitedBy" from family_invitations where code_hash = $1 and expires_at > $2',
    [codeHash, now],
  );
  return rows[0] ?? null;
}

/** Of several concurrent uses of a code, one returns true. */
export async function useInvitation(tx: Tx, codeHash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from family_invitations where code_hash = $1 and expires_at > $2',
    [codeHash, now],
  );
  return rowCount === 1;
}

export async function deleteInvitations(tx: Tx, childId: string): Promise<void> {
  await tx.query('delete from family_invitations where child_id = $1', [childId]);
}

export async function deleteExpiredInvitations(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from family_invitations where expires_at <= $1', [now]);
}
