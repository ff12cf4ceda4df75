// Identities whose passkeys a recovery on the chain has revoked, and whose new passkey is not installed yet.
import type { Queryable, Tx } from '../../platform/db/index.ts';

/** The delay of a recovery by the provider alone. The new passkey may be lost too, so the wait is limited. */
const awaitedMillis = 7 * 86_400_000;

/** `from` is the time from which the new passkey can be installed. */
export async function awaitPasskey(tx: Tx, identityId: string, from: Date): Promise<void> {
  await tx.query(
    `insert into awaited_passkeys (identity_id, until) values ($1, $2)
     on conflict (identity_id) do update set until = excluded.until`,
    [identityId, new Date(from.getTime() + awaitedMillis)],
  );
}

/** The time until which the passkey of a recovery is awaited; null if none is. */
export async function findAwaited(db: Queryable, identityId: string, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ until: Date }>(
    'select until from awaited_passkeys where identity_id = $1 and until > $2',
    [identityId, now],
  );
  return rows[0]?.until ?? null;
}

export async function stopAwaiting(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from awaited_passkeys where identity_id = $1', [identityId]);
}

export async function sweepAwaited(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from awaited_passkeys where until <= $1', [now]);
}
