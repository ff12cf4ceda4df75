import type { AppRole, MemberRole } from '@pid/contract/app-roles';
import type { Queryable, Tx } from '../../platform/db/index.ts';

/** Returns null if the identity is no member of the app. The owner is none. */
export async function findMemberRole(
  db: Queryable,
  clientId: string,
  identityId: string,
): Promise<MemberRole | null> {
  const { rows } = await db.query<{ role: MemberRole }>({
    name: 'find-member-role',
    text: 'select role from app_members where client_id = $1 and identity_id = $2 and ended_at is null',
    values: [clientId, identityId],
  });
  return rows[0]?.role ?? null;
}

/** Whether an identity belongs or belonged to an app, as owner or member. */
export async function hasEverBelonged(db: Queryable, clientId: string, identityId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from app_people where client_id = $1 and identity_id = $2', [
    clientId,
    identityId,
  ]);
  return rowCount! > 0;
}

export interface Person {
  readonly identityId: string;
  readonly pid: string;
  readonly role: AppRole;
  readonly status: 'active' | 'invited';
  readonly since: Date;
  readonly expiresAt: Date | null;
}

/** The owner, then members in the order in which they joined, then open invitations. Limited by the size of a team. */
export async function listPeople(db: Queryable, clientId: string, now: Date): Promise<Person[]> {
  const { rows } = await db.query<Person>(
    `select p.identity_id as "identityId", i.pid, p.role, p.status, p.since, p.expires_at as "expiresAt" from (
       select 0 as part, a.owner_id as identity_id, 'owner' as role, 'active' as status,
         coalesce((select max(m.ended_at) from app_members m where m.client_id = a.client_id and m.role = 'owner'), a.created_at) as since,
         null::timestamptz as expires_at
       from apps a where a.client_id = $1
       union all select 1, identity_id, role, 'active', since, null from app_members where client_id = $1 and ended_at is null
       union all select 2, identity_id, role, 'invited', created_at, expires_at from app_invitations
         where client_id = $1 and answer is null and expires_at > $2
     ) p join identity_facts i on i.id = p.identity_id order by p.part, p.since, i.pid`,
    [clientId, now],
  );
  return rows;
}

/** The caller has locked the app. */
export async function insertMember(
  tx: Tx,
  member: { id: string; clientId: string; identityId: string; role: MemberRole; now: Date },
): Promise<void> {
  await tx.query(
    'insert into app_members (id, client_id, identity_id, role, since) values ($1, $2, $3, $4, $5)',
    [member.id, member.clientId, member.identityId, member.role, member.now],
  );
}

/** Records the owner who hands the app over. The caller has locked the app. */
export async function insertFormerOwner(
  tx: Tx,
  former: { id: string; clientId: string; identityId: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into app_members (id, client_id, identity_id, role, since, ended_at)
     select $1, a.client_id, $3, 'owner',
       coalesce((select max(m.ended_at) from app_members m where m.client_id = a.client_id and m.role = 'owner'), a.created_at), $4
     from apps a where a.client_id = $2`,
    [former.id, former.clientId, former.identityId, former.now],
  );
}

/** Returns false if the identity is no member. */
export async function endMember(
  tx: Tx,
  { clientId, identityId }: { clientId: string; identityId: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update app_members set ended_at = $3 where client_id = $1 and identity_id = $2 and ended_at is null',
    [clientId, identityId, now],
  );
  return rowCount === 1;
}

/** Ends all memberships of an app. Returns the members. */
export async function endMembersOf(tx: Tx, clientId: string, now: Date): Promise<string[]> {
  const { rows } = await tx.query<{ identity_id: string }>(
    'update app_members set ended_at = $2 where client_id = $1 and ended_at is null returning identity_id',
    [clientId, now],
  );
  return rows.map((row) => row.identity_id);
}

/** Ends all memberships of a player. */
export async function endMembershipsOf(tx: Tx, identityId: string, now: Date): Promise<void> {
  await tx.query('update app_members set ended_at = $2 where identity_id = $1 and ended_at is null', [
    identityId,
    now,
  ]);
}

export async function countMemberships(tx: Tx, identityId: string): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    'select count(*) from app_members where identity_id = $1 and ended_at is null',
    [identityId],
  );
  return Number(rows[0]!.count);
}

export interface Membership {
  readonly client_id: string;
  readonly app: string;
  readonly role: AppRole;
  readonly since: Date;
  readonly endedAt: Date | null;
}

/** For the player's download: current and past, newest first. */
export async function listMembershipsOf(
  db: Queryable,
  identityId: string,
  limit: number,
): Promise<Membership[]> {
  const { rows } = await db.query<Membership>(
    `select m.client_id, a.name as app, m.role, m.since, m.ended_at as "endedAt"
     from app_members m join apps a using (client_id) where m.identity_id = $1 order by m.since desc, m.id limit $2`,
    [identityId, limit],
  );
  return rows;
}
