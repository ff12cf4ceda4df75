import { EVERYTHING, SYSTEM_PROGRAM, type Address, type FeeBreakdown } from '@pid/protocol';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import { balanceRefused, destinationRefused, grouped } from './account-errors.ts';
import type { WalletState } from './read-wallet.ts';
import { decodeMint, isTokenProgram } from './token-accounts.ts';

/** What is sent to these could not be fetched back by anybody. */
export function assertDestination(
  { wallet }: WalletState,
  to: Address,
  account: OnChainAccount | null,
): void {
  if (to === wallet.vault) throw destinationRefused('to is the own vault');
  if (
    to === wallet.account ||
    to === wallet.config ||
    to === wallet.program ||
    account?.owner === wallet.program
  )
    throw destinationRefused('to is an account of the wallet program');
  if (account?.executable) throw destinationRefused('to is a program');
  if (account && isTokenProgram(account.owner))
    throw destinationRefused(
      decodeMint(account)
        ? 'to is a mint, not a wallet'
        : 'to is a token account, not a wallet: give the wallet that owns it',
    );
}

/** What a withdrawal of SOL sends: the amount that was signed, or all that fees leave, which must be something. */
export function solToSend(vaultLamports: bigint, asked: bigint, fees: FeeBreakdown): bigint {
  if (asked !== EVERYTHING) return asked;
  const left = vaultLamports - fees.costLamports;
  return left > 0n ? left : 1n;
}

/** The vault ends at zero or at the rent-exempt minimum, and so does the receiver. */
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
    throw balanceRefused(
      `to would hold ${grouped(received)} lamports, less than the rent-exempt minimum of ${grouped(input.destinationRent)}`,
    );
  }
}

export function assertVaultPays(
  vaultLamports: bigint,
  amount: bigint,
  fees: FeeBreakdown,
  vaultRent: bigint,
): void {
  const total = amount + fees.costLamports;
  const rent = fees.rentLamports > 0n ? `, rent of a token account ${grouped(fees.rentLamports)}` : '';
  const sum = `amount ${grouped(amount)}, network fee ${grouped(fees.networkFeeLamports)}, protocol fee ${grouped(fees.protocolFeeLamports)}${rent}`;
  if (vaultLamports < total)
    throw balanceRefused(
      `The vault holds ${grouped(vaultLamports)} lamports, ${grouped(total)} are needed: ${sum}`,
    );
  const rest = vaultLamports - total;
  if (rest > 0n && rest < vaultRent) {
    throw balanceRefused(
      `The vault would be left with ${grouped(rest)} lamports, between zero and the rent-exempt minimum of ${grouped(vaultRent)}: take ${grouped(amount + rest)} to empty it or leave the minimum`,
    );
  }
}

export function dataBytesOf(account: OnChainAccount | null): number {
  return account && account.owner !== SYSTEM_PROGRAM ? account.data.length : 0;
}
