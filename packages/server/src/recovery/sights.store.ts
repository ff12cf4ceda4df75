import type { Queryable, Tx } from '../platform/db/index.ts';

export interface KnownSight {
  readonly slot: bigint;
  readonly seenAt: Date;
  readonly policyNonce: bigint;
  readonly authority: Buffer | null;
  readonly isOurs: boolean;
}

interface SightRow extends Omit<KnownSight, 'slot' | 'policyNonce'> {
  readonly identityId: string;
  readonly slot: string;
  readonly policyNonce: string;
}

export async function listSights(
  db: Queryable,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, KnownSight>> {
  const { rows } = await db.query<SightRow>(
    `select identity_id as "identityId", slot::text as slot, seen_at as "seenAt", policy_nonce::text as "policyNonce", authority,
       is_ours as "isOurs" from recovery_sights where identity_id = any($1)`,
    [identityIds],
  );
  return new Map(
    rows.map(({ identityId, slot, policyNonce, ...row }) => [
      identityId,
      { ...row, slot: BigInt(slot), policyNonce: BigInt(policyNonce) },
    ]),
  );
}

/** A wallet that once belonged to the identity still does, unless its passkey is lost. */
export async function storeSight(
  tx: Tx,
  identityId: string,
  { slot, seenAt, policyNonce, authority, isOurs }: KnownSight,
): Promise<void> {
  await tx.query(
    `insert into recovery_sights as known (identity_id, slot, seen_at, policy_nonce, authority, is_ours) values ($1, $2, $3, $4, $5, $6)
     on conflict (identity_id) do update set slot = excluded.slot, seen_at = excluded.seen_at, policy_nonce = excluded.policy_nonce,
       authority = excluded.authority, is_ours = known.is_ours or excluded.is_ours`,
    [identityId, slot.toString(), seenAt, policyNonce.toString(), authority, isOurs],
  );
}

/**
 * Records that a passkey of the identity controls the wallet. Later authorities follow from it by rotation or
 * recovery.
 */
export async function noteOurs(tx: Tx, identityId: string, authority: Uint8Array, now: Date): Promise<void> {
  await tx.query(
    `insert into recovery_sights as known (identity_id, slot, seen_at, policy_nonce, authority, is_ours) values ($1, 0, $2, 0, $3, true)
     on conflict (identity_id) do update set is_ours = true where not known.is_ours`,
    [identityId, now, Buffer.from(authority)],
  );
}

/**
 * Records that the wallet no longer belongs to the identity: its passkey was lost and another person may use
 * it.
 */
export async function noteLost(tx: Tx, identityId: string): Promise<void> {
  await tx.query('update recovery_sights set is_ours = false where identity_id = $1', [identityId]);
}
