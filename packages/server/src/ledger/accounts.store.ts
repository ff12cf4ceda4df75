import type { Queryable } from '../platform/db/index.ts';

type Holder =
  | { readonly kind: 'identity'; readonly id: string }
  | { readonly kind: 'app'; readonly id: string };

const holderColumn = { identity: 'identity_id', app: 'client_id' } as const;

export async function findAccount(db: Queryable, holder: Holder): Promise<bigint | null> {
  const { rows } = await db.query<{ id: bigint }>({
    name: `ledger_account_of_${holder.kind}`,
    text: `select id from ledger_accounts where ${holderColumn[holder.kind]} = $1`,
    values: [holder.id],
  });
  return rows[0]?.id ?? null;
}

/** The account of a holder, made when there is none. Of several at once the unique index lets one make it. */
export async function ensureAccount(db: Queryable, holder: Holder, now: Date): Promise<bigint> {
  const known = await findAccount(db, holder);
  if (known !== null) return known;
  const column = holderColumn[holder.kind];
  const { rows } = await db.query<{ id: bigint }>(
    `insert into ledger_accounts (id, kind, ${column}, created_at) values (nextval('ledger_account_ids'), $1, $2, $3)
     on conflict (${column}) do nothing returning id`,
    [holder.kind, holder.id, now],
  );
  return rows[0]?.id ?? (await findAccount(db, holder))!;
}

export interface AccountState {
  readonly id: bigint;
  readonly balance: bigint;
}

export async function readBalance(db: Queryable, holder: Holder): Promise<AccountState | null> {
  const { rows } = await db.query<{ id: bigint; balance: bigint }>({
    name: `ledger_balance_of_${holder.kind}`,
    text: `select id, balance from ledger_accounts where ${holderColumn[holder.kind]} = $1`,
    values: [holder.id],
  });
  return rows[0] ?? null;
}

/** What the account held at the end of a moment: the running balance of the last entry until then. */
export async function readBalanceAt(db: Queryable, accountId: bigint, moment: Date): Promise<bigint> {
  const { rows } = await db.query<{ balance_after: bigint }>(
    'select balance_after from ledger_entries where account_id = $1 and version = ledger_version_at($1, $2)',
    [accountId, moment],
  );
  return rows[0]?.balance_after ?? 0n;
}

/** Locks an account until the transaction ends; postings to it wait. */
export async function lockBalance(db: Queryable, accountId: bigint): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>(
    'select balance from ledger_accounts where id = $1 for no key update',
    [accountId],
  );
  return rows[0]!.balance;
}

/** From now on nothing is posted to it; the posting functions see this under the account's lock. */
export async function closeAccount(db: Queryable, accountId: bigint, now: Date): Promise<void> {
  await db.query('update ledger_accounts set closed_at = coalesce(closed_at, $2) where id = $1', [
    accountId,
    now,
  ]);
}

export async function platformBalance(db: Queryable, id: bigint): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>('select balance from ledger_accounts where id = $1', [
    id,
  ]);
  return rows[0]!.balance;
}
