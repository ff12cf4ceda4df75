import type { Queryable } from '../platform/db/index.ts';

const begin = '00000000-0000-0000-0000-000000000000';

export async function readMark(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ after_identity: string }>('select after_identity from recovery_watch');
  return rows[0]?.after_identity ?? begin;
}

/** Moves the mark on by one conditional statement; false when another node has. Null is back to the beginning. */
export async function takePart(db: Queryable, after: string, next: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'update recovery_watch set after_identity = $2 where after_identity = $1',
    [after, next ?? begin],
  );
  return rowCount === 1;
}
