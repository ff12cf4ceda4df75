import type { Queryable, Tx } from '../platform/db/index.ts';

export interface Relative {
  readonly id: string;
  readonly pid: string;
  readonly since: Date;
}

export async function listParents(db: Queryable, childId: string): Promise<Relative[]> {
  const { rows } = await db.query<Relative>(
    `select l.parent_id as id, i.pid, l.since from family_links l join identity_facts i on i.id = l.parent_id
     where l.child_id = $1 order by l.since, i.pid`,
    [childId],
  );
  return rows;
}

export async function listChildren(db: Queryable, parentId: string): Promise<Relative[]> {
  const { rows } = await db.query<Relative>(
    `select l.child_id as id, i.pid, l.since from family_links l join identity_facts i on i.id = l.child_id
     where l.parent_id = $1 order by l.since, i.pid`,
    [parentId],
  );
  return rows;
}

export async function isParentOf(db: Queryable, parentId: string, childId: string): Promise<boolean> {
  const { rows } = await db.query('select from family_links where child_id = $1 and parent_id = $2', [
    childId,
    parentId,
  ]);
  return rows.length === 1;
}

export async function hasLinks(db: Queryable): Promise<boolean> {
  return (await db.query('select from family_links limit 1')).rows.length === 1;
}

export async function insertLink(
  tx: Tx,
  link: { childId: string; parentId: string; now: Date },
): Promise<void> {
  await tx.query('insert into family_links (child_id, parent_id, since) values ($1, $2, $3)', [
    link.childId,
    link.parentId,
    link.now,
  ]);
}

/** Of several concurrent calls for a link, one returns true. */
export async function deleteLink(tx: Tx, childId: string, parentId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from family_links where child_id = $1 and parent_id = $2', [
    childId,
    parentId,
  ]);
  return rowCount === 1;
}
