import type { Queryable } from '../platform/db/index.ts';
import { feeAccounts } from './platform-accounts.ts';

/** The holder of an account: a player, an app (its escrow), or the holds for an app. */
export type Holder =
  | { readonly kind: 'identity'; readonly id: string }
  | { readonly kind: 'app'; readonly id: string }
  /** The money of an app's holds until capture; `id` is the app's client_id. */
  | { readonly kind: 'hold'; readonly id: string };

const holderColumn = { identity: 'identity_id', app: 'client_id', hold: 'held_for' } as const;

export async function findAccount(db: Queryable, holder: Holder): Promise<bigint | null> {
  const { rows } = await db.query<{ id: bigint }>({
    name: `ledger_account_of_${holder.kind}`,
    text: `select id from ledger_accounts where ${holderColumn[holder.kind]} = $1`,
    values: [holder.id],
  });
  return rows[0]?.id ?? null;
}

/**
 * Returns the account of a holder and creates it if there is none. The unique index lets only one of several
 * concurrent inserts succeed.
 */
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

export interface BalanceState {
  readonly id: bigint;
  readonly balance: bigint;
  /** For a player, the money in their holds. For an app, the money held for it. */
  readonly held: bigint;
}

const selectBalance = {
  identity: 'select id, balance, held from ledger_accounts where identity_id = $1',
  app: 'select id, balance, coalesce((select h.balance from ledger_accounts h where h.held_for = $1), 0) as held from ledger_accounts where client_id = $1',
  hold: 'select id, balance, held from ledger_accounts where held_for = $1',
} as const;

export async function findBalance(db: Queryable, holder: Holder): Promise<BalanceState | null> {
  const { rows } = await db.query<BalanceState>({
    name: `ledger_balance_of_${holder.kind}`,
    text: selectBalance[holder.kind],
    values: [holder.id],
  });
  return rows[0] ?? null;
}

/** The balance at the end of a moment: the running balance of the last entry up to then. */
export async function getBalanceAt(db: Queryable, accountId: bigint, moment: Date): Promise<bigint> {
  const { rows } = await db.query<{ balance_after: bigint }>(
    'select balance_after from ledger_entries where account_id = $1 and version = ledger_version_at($1, $2)',
    [accountId, moment],
  );
  return rows[0]?.balance_after ?? 0n;
}

/** What an app can settle now, by the database's clock; 0 without an account. */
export async function getAvailable(db: Queryable, clientId: string): Promise<bigint> {
  const { rows } = await db.query<{ available: bigint }>(
    'select ledger_available(id, clock_timestamp()) as available from ledger_accounts where client_id = $1',
    [clientId],
  );
  return rows[0]?.available ?? 0n;
}

/**
 * Locks accounts by ascending id, the order that every transaction uses, until the transaction ends. Postings
 * to them wait.
 */
export async function lockAccounts(
  db: Queryable,
  accounts: readonly bigint[],
): Promise<ReadonlyMap<bigint, BalanceState & { readonly open: boolean }>> {
  const { rows } = await db.query<BalanceState & { open: boolean }>(
    'select id, balance, held, closed_at is null as open from ledger_accounts where id = any($1) order by id for no key update',
    [accounts],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Closing {
  readonly outcome: 'closed' | 'balance' | 'topups' | 'holds' | 'settlements';
  /** The balance that prevents closing, or that was forfeited. */
  readonly balance: bigint;
}

/**
 * Closes an account permanently: nothing is posted to it any more. Up to Rp100 of an identity is forfeited by
 * the posting `id`. A larger balance, any balance in an app's escrow, a pending top-up, a hold or an open
 * settlement prevents closing and is returned as the outcome. Decided under the account's lock.
 */
export async function closeAccount(
  db: Queryable,
  accountId: bigint,
  id: string,
  now: Date,
): Promise<Closing> {
  const { rows } = await db.query<Closing>('select outcome, balance from ledger_close_account($1, $2, $3)', [
    now,
    id,
    accountId,
  ]);
  return rows[0]!;
}

/** Moves the balance of a deleted identity, or the escrow of one of its apps, to suspense. */
export async function leaveAccount(db: Queryable, accountId: bigint, id: string, now: Date): Promise<void> {
  await db.query('select ledger_leave_to_suspense($1, $2, $3)', [now, id, accountId]);
}

/** The money of all holds of all apps. */
export async function heldBalance(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>(
    'select coalesce(sum(balance), 0)::bigint as balance from ledger_accounts where held_for is not null',
  );
  return rows[0]!.balance;
}

/** The sum of our fee accounts. */
export async function feeBalance(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>(
    'select sum(balance)::bigint as balance from ledger_accounts where id = any($1)',
    [feeAccounts],
  );
  return rows[0]!.balance;
}

export async function platformBalance(db: Queryable, id: bigint): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>('select balance from ledger_accounts where id = $1', [
    id,
  ]);
  return rows[0]!.balance;
}
