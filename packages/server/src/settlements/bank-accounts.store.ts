import type { Queryable, Tx } from '../platform/db/index.ts';
import type { SealedNumber } from './sealed-numbers.ts';

export interface BankAccount extends SealedNumber {
  readonly clientId: string;
  readonly bankCode: string;
  readonly last4: string;
  readonly holderName: string;
  readonly status: 'pending' | 'approved' | 'refused';
  readonly version: string;
  readonly setAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
  readonly usableFrom: Date | null;
}

const columns = `client_id as "clientId", bank_code as "bankCode", account_number as number, master_key as "masterKey", last4, holder_name as "holderName", status,
  version, set_at as "setAt", decided_at as "decidedAt", decided_by as "decidedBy", reason, usable_from as "usableFrom"`;

export async function findBankAccount(db: Queryable, clientId: string): Promise<BankAccount | null> {
  const { rows } = await db.query<BankAccount>(`select ${columns} from bank_accounts where client_id = $1`, [
    clientId,
  ]);
  return rows[0] ?? null;
}

/** The same, and locks the row until the transaction ends. */
export async function lockBankAccount(tx: Tx, clientId: string): Promise<BankAccount | null> {
  const { rows } = await tx.query<BankAccount>(
    `select ${columns} from bank_accounts where client_id = $1 for update`,
    [clientId],
  );
  return rows[0] ?? null;
}

export async function bankAccountsOf(db: Queryable, clientIds: readonly string[]): Promise<BankAccount[]> {
  const { rows } = await db.query<BankAccount>(
    `select ${columns} from bank_accounts where client_id = any($1) order by client_id`,
    [clientIds],
  );
  return rows;
}

/** Replaces the account of an app; the review starts again. */
export async function writeBankAccount(
  tx: Tx,
  account: Pick<BankAccount, 'clientId' | 'bankCode' | 'last4' | 'holderName' | 'version' | 'setAt'> &
    SealedNumber,
): Promise<void> {
  await tx.query(
    `insert into bank_accounts (client_id, bank_code, account_number, master_key, last4, holder_name, version, set_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (client_id) do update set bank_code = excluded.bank_code, account_number = excluded.account_number,
       master_key = excluded.master_key, last4 = excluded.last4, holder_name = excluded.holder_name, version = excluded.version, set_at = excluded.set_at,
       status = 'pending', decided_at = null, decided_by = null, reason = null, usable_from = null`,
    [
      account.clientId,
      account.bankCode,
      account.number,
      account.masterKey,
      account.last4,
      account.holderName,
      account.version,
      account.setAt,
    ],
  );
}

/**
 * Returns the decided account. The caller has locked the row. An approved account is usable a day later by the
 * database's clock, which the clock of a node does not shorten.
 */
export async function writeDecision(
  tx: Tx,
  clientId: string,
  decision: {
    readonly status: 'approved' | 'refused';
    readonly by: string;
    readonly reason: string | null;
  },
): Promise<BankAccount> {
  const { rows } = await tx.query<BankAccount>(
    `update bank_accounts set status = $2, decided_by = $3, reason = $4, decided_at = t.now,
       usable_from = case when $2 = 'approved' then t.now + interval '24 hours' end
     from (select date_trunc('milliseconds', clock_timestamp()) as now) t where client_id = $1 returning ${columns}`,
    [clientId, decision.status, decision.by, decision.reason],
  );
  return rows[0]!;
}

/** Returns false if there is none. */
export async function deleteBankAccount(tx: Tx, clientId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from bank_accounts where client_id = $1', [clientId]);
  return rowCount === 1;
}

export async function deleteBankAccounts(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await tx.query('delete from bank_accounts where client_id = any($1)', [clientIds]);
}

/** Longest waiting first, after the last account that was shown. */
export async function bankAccountsPage(
  db: Queryable,
  status: BankAccount['status'] | null,
  after: { readonly setAt: string; readonly clientId: string } | null,
  limit: number,
): Promise<(BankAccount & { readonly app: string; readonly owner: string })[]> {
  const { rows } = await db.query<BankAccount & { app: string; owner: string }>(
    `select b.*, a.name as app, i.pid as owner from (select ${columns} from bank_accounts) b
       join app_facts a on a.client_id = b."clientId" join identity_facts i on i.id = a.owner_id
     where ($1::text is null or b.status = $1) and ($2::timestamptz is null or (b."setAt", b."clientId") > ($2, $3::text))
     order by b."setAt", b."clientId" limit $4`,
    [status, after?.setAt ?? null, after?.clientId ?? null, limit],
  );
  return rows;
}
