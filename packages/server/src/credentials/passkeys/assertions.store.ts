import type { Tx } from '../../platform/db/index.ts';

export interface AssertionRecord {
  readonly passkeyId: string;
  readonly counter: number;
  readonly backedUp: boolean;
  readonly isLogin: boolean;
  readonly now: Date;
}

/**
 * Returns false if the passkey is no longer active or its counter is already higher. One statement decides.
 */
export async function storeAssertion(tx: Tx, use: AssertionRecord): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'store-assertion',
    // mutant (account/own-money): counter = $2, => counter = greatest(counter, $2 * 0),
    text: `update passkeys set counter = $2, backed_up = $3, last_used_at = $5, proven_at = coalesce(proven_at, $5),
       last_login_at = case when $4 then $5 else last_login_at end
     where id = $1 and (status = 'active' or revoked_reason = 'lost' and not $4) and counter <= $2`,
    values: [use.passkeyId, use.counter, use.backedUp, use.isLogin, use.now],
  });
  return rowCount === 1;
}

/** Like `storeAssertion`, for a pending passkey: it proves the key and gives no access. */
export async function storeProof(tx: Tx, use: Omit<AssertionRecord, 'isLogin'>): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update passkeys set backed_up = $3, counter = $2, last_used_at = $4, proven_at = coalesce(proven_at, $4)
     where id = $1 and counter <= $2 and status = 'pending'`,
    [use.passkeyId, use.counter, use.backedUp, use.now],
  );
  return rowCount === 1;
}

/** Whether the passkey is active; the lock keeps it active until the transaction ends. */
export async function lockActivePasskey(tx: Tx, passkeyId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`select from passkeys where id = $1 and status = 'active' for share`, [
    passkeyId,
  ]);
  return rowCount === 1;
}
