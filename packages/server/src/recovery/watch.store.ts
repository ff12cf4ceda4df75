import type { Queryable } from '../platform/db/index.ts';

const begin = '00000000-0000-0000-0000-000000000000';

/** Position of the last round: among the activated wallets, and among the open recoveries. */
export interface Marks {
  readonly identity: string;
  readonly attempt: string;
}

/** Takes the round that is due, with one conditional statement; null when another node has taken it. */
export async function takeRound(db: Queryable, now: Date, next: Date): Promise<Marks | null> {
  const { rows } = await db.query<Marks>(
    `update recovery_watch set next_at = $2
     where next_at <= $1 returning after_identity as identity, after_attempt as attempt`,
    [now, next],
  );
  return rows[0] ?? null;
}

/**
 * Moves the marks after a part was processed; null returns to the beginning. An interrupted round is
 * repeated.
 */
export async function moveMarks(
  db: Queryable,
  from: Marks,
  to: Readonly<Record<keyof Marks, string | null>>,
): Promise<void> {
  await db.query(
    `update recovery_watch set after_identity = $3, after_attempt = $4
     where after_identity = $1 and after_attempt = $2`,
    [from.identity, from.attempt, to.identity ?? begin, to.attempt ?? begin],
  );
}
