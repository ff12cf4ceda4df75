import type { Queryable } from '../platform/db/index.ts';

const begin = '00000000-0000-0000-0000-000000000000';

/** Takes the round that is due, by one conditional statement; null when another node has. Returns where the last one ended. */
export async function takeRound(db: Queryable, now: Date, next: Date): Promise<string | null> {
  const { rows } = await db.query<{ after_identity: string }>(
    'update recovery_watch set next_at = $2 where next_at <= $1 returning after_identity',
    [now, next],
  );
  return rows[0]?.after_identity ?? null;
}

/** Once a part was looked at; null is back to the beginning. A round that broke off is looked at again. */
export async function moveMark(db: Queryable, after: string, next: string | null): Promise<void> {
  await db.query('update recovery_watch set after_identity = $2 where after_identity = $1', [
    after,
    next ?? begin,
  ]);
}
