import type { Step, Tx } from '../../platform/db/index.ts';

export interface AssertionRecord {
  readonly passkeyId: string;
  readonly counter: number;
  readonly backedUp: boolean;
  readonly isLogin: boolean;
  readonly now: Date;
}

/** False when the passkey is no longer active, or its counter has meanwhile passed the presented one. One statement decides. */
export async function storeAssertion(tx: Tx, use: AssertionRecord): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update passkeys set counter = $2, backed_up = $3, last_used_at = $5, proven_at = coalesce(proven_at, $5),
       last_login_at = case when $4 then $5 else last_login_at end
     where id = $1 and status = 'active' and counter <= $2`,
    [use.passkeyId, use.counter, use.backedUp, use.isLogin, use.now],
  );
  return rowCount === 1;
}

/** The same as part of a larger statement. */
export function storeAssertionStep(use: Omit<AssertionRecord, 'isLogin'>, refusal: Step['refusal']): Step {
  return {
    name: 'asserted',
    refusal,
    sql(bind, after) {
      const [counter, now] = [`${bind(use.counter)}::bigint`, `${bind(use.now)}::timestamptz`];
      return `update passkeys p set counter = ${counter}, backed_up = ${bind(use.backedUp)}, last_used_at = ${now}, proven_at = coalesce(p.proven_at, ${now})
        from ${after} where p.id = ${bind(use.passkeyId)} and p.status = 'active'
          and p.counter <= ${counter}
        returning p.id`;
    },
  };
}

/** Holds when the passkey is active, and keeps it so until the statement has ended. */
export function activePasskeyStep(passkeyId: string, refusal: Step['refusal']): Step {
  return {
    name: 'active_passkey',
    refusal,
    sql: (bind, after) =>
      `select p.id from passkeys p, ${after} where p.id = ${bind(passkeyId)} and p.status = 'active' for share of p`,
  };
}
