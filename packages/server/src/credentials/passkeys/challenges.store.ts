import type { Queryable } from '../../platform/db/index.ts';

export async function insertChallenge(
  db: Queryable,
  challenge: { hash: Buffer; boundTo: Buffer; expiresAt: Date },
): Promise<void> {
  await db.query('insert into passkey_challenges (hash, bound_to, expires_at) values ($1, $2, $3)', [
    challenge.hash,
    challenge.boundTo,
    challenge.expiresAt,
  ]);
}

/** Consumes a challenge; of several concurrent uses, one succeeds. */
export async function consumeChallenge(
  db: Queryable,
  challenge: { hash: Buffer; boundTo: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from passkey_challenges where hash = $1 and bound_to = $2 and expires_at > $3',
    [challenge.hash, challenge.boundTo, challenge.now],
  );
  return rowCount === 1;
}

export async function deleteExpiredChallenges(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from passkey_challenges where expires_at <= $1', [now]);
}
