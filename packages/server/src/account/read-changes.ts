import type { Address } from '@pid/protocol';

/** The change that one transaction made to one asset of a vault. */
export interface Change {
  readonly asset: string;
  /** In base units; negative for an outgoing transfer. */
  readonly amount: bigint;
  readonly decimals: number;
  /** The wallet (not the token account) that sent or received the largest share. */
  readonly counterparty: string | null;
}

interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string;
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number };
}

/** The fields of `getTransaction` that are needed. */
export interface LandedTransaction {
  readonly keys: readonly string[];
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
}

const solDecimals = 9;

/**
 * Compares the balances before and after the transaction, which nodes report for every transaction, so the
 * program that moved the money does not matter. Addresses in `ours` are never the counterparty: the relayer
 * and the treasury only take fees from a transfer to somebody else.
 */
export function readChanges(
  transaction: LandedTransaction,
  vault: Address,
  ours: ReadonlySet<string>,
): Change[] {
  const tokens = tokenChanges(transaction, vault);
  const sol = solChange(transaction, vault, ours);
  return sol ? [...tokens, sol] : tokens;
}

function solChange(
  { keys, preBalances, postBalances }: LandedTransaction,
  vault: Address,
  ours: ReadonlySet<string>,
): Change | null {
  const deltas = keys.map((key, index) => ({
    key,
    amount: (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n),
  }));
  const own = deltas.find(({ key }) => key === vault)?.amount ?? 0n;
  if (own === 0n) return null;
  const others = deltas.filter(({ key }) => key !== vault && !ours.has(key));
  return { asset: 'SOL', amount: own, decimals: solDecimals, counterparty: opposite(others, own) };
}

function tokenChanges(transaction: LandedTransaction, vault: Address): Change[] {
  const sums = new Map<string, { decimals: number; byOwner: Map<string, bigint> }>();
  const add = ({ mint, owner, uiTokenAmount }: TokenBalance, sign: bigint) => {
    const sum = sums.get(mint) ?? { decimals: uiTokenAmount.decimals, byOwner: new Map<string, bigint>() };
    const holder = owner ?? '';
    sum.byOwner.set(holder, (sum.byOwner.get(holder) ?? 0n) + sign * BigInt(uiTokenAmount.amount));
    sums.set(mint, sum);
  };
  for (const balance of transaction.preTokenBalances) add(balance, -1n);
  for (const balance of transaction.postTokenBalances) add(balance, 1n);
  return [...sums].flatMap(([asset, { decimals, byOwner }]) => {
    const amount = byOwner.get(vault) ?? 0n;
    if (amount === 0n) return [];
    const others = [...byOwner]
      .filter(([key]) => key !== vault && key !== '')
      .map(([key, delta]) => ({ key, amount: delta }));
    return [{ asset, amount, decimals, counterparty: opposite(others, amount) }];
  });
}

/** Returns the account with the largest change in the opposite direction. */
function opposite(others: readonly { key: string; amount: bigint }[], own: bigint): string | null {
  let found: { key: string; amount: bigint } | null = null;
  for (const other of others) {
    const size = own > 0n ? -other.amount : other.amount;
    if (size > 0n && (!found || size > found.amount)) found = { key: other.key, amount: size };
  }
  return found?.key ?? null;
}
