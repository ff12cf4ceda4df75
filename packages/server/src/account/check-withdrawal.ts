import { EVERYTHING, SYSTEM_PROGRAM, type Address, type FeeBreakdown } from '@pid/protocol';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { WalletState } from './read-wallet.ts';
import { decodeMint, isTokenProgram } from './token-accounts.ts';

/** Refuses destinations from which the money could never be recovered. */
export function assertDestination(
  { wallet }: WalletState,
  to: Address,
  account: OnChainAccount | null,
): void {
  if (to === wallet.vault) throw refuse('destination_refused', { reason: 'own_vault' });
  if (
    to === wallet.account ||
    to === wallet.config ||
    to === wallet.program ||
    account?.owner === wallet.program
  )
    throw refuse('destination_refused', { reason: 'wallet_program' });
  if (account?.executable) throw refuse('destination_refused', { reason: 'program' });
  if (account && isTokenProgram(account.owner))
    throw refuse('destination_refused', { reason: decodeMint(account) ? 'mint' : 'token_account' });
}

/**
 * Returns the signed amount, or for a withdrawal of everything the balance after fees. It returns at least 1
 * lamport, so that an insufficient balance is refused later.
 */
export function solToSend(vaultLamports: bigint, asked: bigint, fees: FeeBreakdown): bigint {
  if (asked !== EVERYTHING) return asked;
  const left = vaultLamports - fees.costLamports;
  return left > 0n ? left : 1n;
}

/**
 * The vault must end at zero or at least at the rent-exempt minimum. The receiver must end at least at that
 * minimum.
 */
export function assertSolBalance(
  state: WalletState,
  input: {
    amount: bigint;
    fees: FeeBreakdown;
    vaultRent: bigint;
    destination: OnChainAccount | null;
    destinationRent: bigint;
  },
): void {
  const { amount, fees, vaultRent, destination } = input;
  assertVaultPays(state.vaultLamports, amount, fees, vaultRent);
  const received = (destination?.lamports ?? 0n) + amount;
  if (amount > 0n && received < input.destinationRent) {
    throw refuse('balance_refused', {
      reason: 'receiver_below_rent',
      received: String(received),
      minimum: String(input.destinationRent),
    });
  }
}

export function assertVaultPays(
  vaultLamports: bigint,
  amount: bigint,
  fees: FeeBreakdown,
  vaultRent: bigint,
): void {
  const total = amount + fees.costLamports;
  if (vaultLamports < total)
    throw refuse('balance_refused', {
      reason: 'vault_too_little',
      held: String(vaultLamports),
      needed: String(total),
      amount: String(amount),
      networkFee: String(fees.networkFeeLamports),
      protocolFee: String(fees.protocolFeeLamports),
      rent: String(fees.rentLamports),
    });
  const rest = vaultLamports - total;
  if (rest > 0n && rest < vaultRent) {
    throw refuse('balance_refused', {
      reason: 'vault_dust',
      rest: String(rest),
      minimum: String(vaultRent),
      all: String(amount + rest),
    });
  }
}

export function dataBytesOf(account: OnChainAccount | null): number {
  return account && account.owner !== SYSTEM_PROGRAM ? account.data.length : 0;
}
