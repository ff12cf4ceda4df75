import {
  CLOCK_SYSVAR,
  accountIdFromPid,
  decodeAccount,
  decodeClock,
  decodeConfig,
  deriveWallet,
  type Address,
  type ConfigAccount,
  type SmartAccount,
  type WalletAddresses,
} from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import { refuse } from '../platform/errors/index.ts';

/** One read of the chain: all values are from the same slot. */
export interface WalletState {
  readonly wallet: WalletAddresses;
  readonly slot: bigint;
  readonly chainTime: bigint;
  readonly config: ConfigAccount;
  /** Null before activation. */
  readonly account: SmartAccount | null;
  /** Lamports at the account's address; a stranger can send some before the account exists. */
  readonly accountLamports: bigint;
  readonly vaultLamports: bigint;
  readonly relayerLamports: bigint;
  readonly others: readonly (OnChainAccount | null)[];
}

export function walletOf(chain: Pick<Chain, 'programId'>, pid: string): WalletAddresses {
  return deriveWallet(chain.programId, accountIdFromPid(pid));
}

/**
 * Accounts that only this player's transactions write. The priority fee is estimated from recent fees on
 * these accounts.
 */
export function ownAccounts({ account, vault }: WalletAddresses): readonly Address[] {
  return [account, vault];
}

export async function readWallet(
  chain: Chain,
  wallet: WalletAddresses,
  others: readonly Address[] = [],
): Promise<WalletState> {
  const asked = chain.keys.relayer.address;
  const addresses = [wallet.account, wallet.vault, wallet.config, CLOCK_SYSVAR, asked, ...others];
  const { slot, accounts } = await orChainError(chain.client.accounts(addresses));
  const [account, vault, configAccount, clockAccount, relayer, ...rest] = accounts;
  const config = configAccount?.owner === chain.programId ? decodeConfig(configAccount.data) : null;
  const clock = clockAccount && decodeClock(clockAccount.data);
  if (!config || !clock || config.registrar !== chain.keys.registrar.address)
    throw refuse('program_not_ready');
  if (config.relayer !== asked) {
    if (!chain.followRelayer(config.relayer)) throw refuse('program_not_ready');
    return readWallet(chain, wallet, others);
  }
  return {
    wallet,
    slot,
    chainTime: clock.seconds,
    config,
    account: account?.owner === chain.programId ? decodeAccount(account.data) : null,
    accountLamports: account?.lamports ?? 0n,
    vaultLamports: vault?.lamports ?? 0n,
    relayerLamports: relayer?.lamports ?? 0n,
    others: rest,
  };
}
