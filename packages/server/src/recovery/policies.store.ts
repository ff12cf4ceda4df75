import type { Tx, Queryable } from '../platform/db/index.ts';

/** The policy last seen; the terms are null where only the guardians were known. */
export interface KnownPolicy {
  readonly nonce: bigint;
  readonly threshold: number | null;
  readonly delaySeconds: number | null;
}

interface PolicyRow extends Omit<KnownPolicy, 'nonce'> {
  readonly nonce: string;
}

const columns = 'nonce::text as nonce, threshold, delay_seconds as "delaySeconds"';
const toPolicy = (row: PolicyRow | undefined): KnownPolicy | null =>
  row ? { ...row, nonce: BigInt(row.nonce) } : null;

export async function findPolicy(db: Queryable, identityId: string): Promise<KnownPolicy | null> {
  const { rows } = await db.query<PolicyRow>(
    `select ${columns} from recovery_policies where identity_id = $1`,
    [identityId],
  );
  return toPolicy(rows[0]);
}

/** The same for several identities, for the watch. */
export async function listPolicies(
  db: Queryable,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, KnownPolicy>> {
  const { rows } = await db.query<PolicyRow & { identityId: string }>(
    `select identity_id as "identityId", ${columns} from recovery_policies where identity_id = any($1)`,
    [identityIds],
  );
  return new Map(rows.map(({ identityId, ...row }) => [identityId, toPolicy(row)!]));
}

/**
 * Serializes concurrent readings of one policy: the next one waits for the transaction and sees its result.
 */
export async function lockPolicy(tx: Tx, identityId: string): Promise<KnownPolicy> {
  await tx.query(
    `insert into recovery_policies (identity_id, nonce, threshold, delay_seconds) values ($1, 0, 0, 0) on conflict do nothing`,
    [identityId],
  );
  const { rows } = await tx.query<PolicyRow>(
    `select ${columns} from recovery_policies where identity_id = $1 for update`,
    [identityId],
  );
  return toPolicy(rows[0])!;
}

export async function storePolicy(
  tx: Tx,
  identityId: string,
  { nonce, threshold, delaySeconds }: { nonce: bigint; threshold: number; delaySeconds: number },
): Promise<void> {
  await tx.query(
    'update recovery_policies set nonce = $2, threshold = $3, delay_seconds = $4 where identity_id = $1',
    [identityId, nonce.toString(), threshold, delaySeconds],
  );
}
