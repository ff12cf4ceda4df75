import type { Queryable } from '../platform/db/index.ts';
import { feeAccounts } from './platform-accounts.ts';

/** Whose an account is: a player, or an app with what it earned. */
export type Holder =
  | { readonly kind: 'identity'; readonly id: string }
  | { readonly kind: 'app'; readonly id: string }
  /** What is held for an app until it captures; of its client_id. */
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

export interface BalanceState {
  readonly id: bigint;
  readonly balance: bigint;
  /** A player's own money that payments hold, or what they hold for an app. */
  readonly held: bigint;
}

export async function findBalance(db: Queryable, holder: Holder): Promise<BalanceState | null> {
  const held =
    holder.kind === 'app'
      ? 'coalesce((select h.balance from ledger_accounts h where h.held_for = $1), 0)'
      : 'held';
  const { rows } = await db.query<BalanceState>({
    name: `ledger_balance_of_${holder.kind}`,
    text: `select id, balance, ${held} as held from ledger_accounts where ${holderColumn[holder.kind]} = $1`,
    values: [holder.id],
  });
  return rows[0] ?? null;
}

/** What the account held at the end of a moment: the running balance of the last entry until then. */
export async function getBalanceAt(db: Queryable, accountId: bigint, moment: Date): Promise<bigint> {
  const { rows } = await db.query<{ balance_after: bigint }>(
    'select balance_after from ledger_entries where account_id = $1 and version = ledger_version_at($1, $2)',
    [accountId, moment],
  );
  return rows[0]?.balance_after ?? 0n;
}

/** Locks accounts in the one order that everybody keeps, until the transaction ends; postings to them wait. */
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
  readonly outcome: 'closed' | 'balance' | 'topups' | 'holds';
  /** What stood in the way, or was forfeited. */
  readonly balance: bigint;
}

/**
 * From now on nothing is posted to it, for good. Up to Rp100 of an identity's are forfeited by the posting `id`; more, an app's escrow,
 * an open top-up or a hold that names it are told instead. Judged under the account's lock.
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

/** What is on the account of somebody who is gone goes to suspense. */
export async function leaveAccount(db: Queryable, accountId: bigint, id: string, now: Date): Promise<void> {
  await db.query('select ledger_leave_to_suspense($1, $2, $3)', [now, id, accountId]);
}

/** What players have confirmed and apps have not captured yet, of all apps. */
export async function heldBalance(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>(
    'select coalesce(sum(balance), 0)::bigint as balance from ledger_accounts where held_for is not null',
  );
  return rows[0]!.balance;
}

/** What our own fees have come to, over all of their accounts. */
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
