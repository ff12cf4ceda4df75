// The rules of the model: whether a step must succeed, and the amounts that it then changes.
import { EVERYTHING, POLICY_GRACE_SECONDS, protocolFeeLamports } from '@pid/protocol';
import type { Address, FeePolicy } from '@pid/protocol';
import { balance } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { ACCOUNT_RENT, RENT, TOKEN_RENT } from './state.ts';
import type { Model, SessionModel, WalletModel } from './state.ts';

export function policyOf(model: Model, name: string): { version: number; live: FeePolicy | null } {
  const count = model.policies.length;
  const version = name === 'current' ? count : name === 'previous' ? Math.max(1, count - 1) : count + 1;
  const policy = model.policies[version - 1] ?? null;
  const successor = model.policies[version];
  const isDead = successor !== undefined && model.now > successor.startsAt + POLICY_GRACE_SECONDS;
  return { version, live: isDead ? null : policy };
}

/** Returns the sum of network fee and protocol fee, or null if the program refuses the fee. */
export function feesOf(policy: FeePolicy | null, fee: bigint): bigint | null {
  if (!policy || fee > policy.maxNetworkFeeLamports) return null;
  return fee + protocolFeeLamports(fee, policy.bps);
}

/** A vault must end empty or rent-exempt. */
export function canPay(vault: bigint, total: bigint): boolean {
  const rest = vault - total;
  return rest === 0n || rest >= RENT;
}

/**
 * Returns whether the wallet may send to `to`: not its own vault, not the config, and no active smart
 * account.
 */
export function mayReceive(world: World, model: Model, wallet: WalletModel, to: Address): boolean {
  const own = model.wallets.flatMap(({ user, active }) => (active ? [user.wallet.account] : []));
  return to !== wallet.user.wallet.vault && to !== world.config && !own.includes(to);
}

/** Returns the SOL that the receiver gets, or null if the step must be refused. */
export function solSpent(
  world: World,
  wallet: WalletModel,
  to: Address,
  amount: bigint,
  fees: bigint,
): bigint | null {
  const sent = amount === EVERYTHING ? wallet.vault - fees : amount;
  if (sent <= 0n || !canPay(wallet.vault, sent + fees)) return null;
  return balance(world, to) + sent >= RENT ? sent : null;
}

export function tokensSpent(wallet: WalletModel, amount: bigint): bigint | null {
  const sent = amount === EVERYTHING ? wallet.tokens : amount;
  return sent === 0n || sent > wallet.tokens ? null : sent;
}

export function tokenRent(model: Model, to: Address, there: bigint): bigint {
  return model.tokenOwners.has(to) ? 0n : TOKEN_RENT > there ? TOKEN_RENT - there : 0n;
}

export function missingRent(world: World, wallet: WalletModel): bigint {
  const there = balance(world, wallet.user.wallet.account);
  return there >= ACCOUNT_RENT ? 0n : ACCOUNT_RENT - there;
}

export function isAlive(model: Model, wallet: WalletModel, { open }: SessionModel): boolean {
  return (
    open !== null &&
    wallet.active !== null &&
    !open.revoked &&
    model.now < open.expiresAt &&
    open.epoch === wallet.active.epoch &&
    open.slot === model.game.slot &&
    open.authority === model.game.authority
  );
}
