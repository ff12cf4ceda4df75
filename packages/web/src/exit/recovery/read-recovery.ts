import {
  accountIdFromPid,
  decodeAccount,
  decodeRecovery,
  equalBytes,
  findAccountAddress,
  findRecoveryAddress,
  recoveryAttempts,
  recoveryInEpoch,
} from '@pid/protocol';
import type {
  Address,
  Guardian,
  PasskeyPoint,
  RecoveryAccount,
  RecoveryAttempt,
  WalletAddresses,
} from '@pid/protocol';
import { ExitProblem } from '../exit-problem.ts';
import { readChainSeconds } from '../read-chain-time.ts';
import { PID } from '../read-vault.ts';
import { readAccounts } from '../rpc.ts';
import type { Rpc } from '../rpc.ts';

/** The recovery state of one wallet on the chain, as a server reports it. */
export interface Recovery {
  readonly address: Address;
  /** Null before the first policy. */
  readonly account: RecoveryAccount | null;
  readonly nonce: bigint;
  readonly attempts: readonly RecoveryAttempt[];
  readonly chainSeconds: bigint;
}

export async function readRecovery(rpc: Rpc, wallet: WalletAddresses): Promise<Recovery> {
  const { address } = findRecoveryAddress(wallet.program, wallet.accountId);
  const [raw, owner] = await readAccounts(rpc, [address, wallet.account]);
  const decoded = raw?.owner === wallet.program ? decodeRecovery(raw.data) : null;
  const epoch = (owner?.owner === wallet.program ? decodeAccount(owner.data) : null)?.epoch ?? 0;
  const account =
    decoded && equalBytes(decoded.accountId, wallet.accountId) ? recoveryInEpoch(decoded, epoch) : null;
  const chainSeconds = await readChainSeconds(rpc);
  return {
    address,
    account,
    nonce: account?.nonce ?? 0n,
    attempts: account ? recoveryAttempts(account, epoch, chainSeconds) : [],
    chainSeconds,
  };
}

/** Returns the key that signs for a guardian: its own key, or the current passkey of another player. */
export async function readSigner(
  rpc: Rpc,
  { program }: WalletAddresses,
  guardian: Guardian,
): Promise<{ readonly key: PasskeyPoint; readonly account: Address | null }> {
  if (guardian.kind !== 'account') return { key: guardian.key, account: null };
  const { address } = findAccountAddress(program, guardian.accountId);
  const [raw] = await readAccounts(rpc, [address]);
  const friend = raw?.owner === program ? decodeAccount(raw.data) : null;
  if (!friend) throw new ExitProblem('friendUnknown');
  return { key: friend.authority, account: address };
}

/** Finds players by name. A player without a wallet has no passkey on the chain and so cannot approve. */
export async function readFriends(
  rpc: Rpc,
  { program }: WalletAddresses,
  names: readonly string[],
): Promise<Guardian[]> {
  if (names.length === 0) return [];
  const wrong = names.find((name) => !PID.test(name));
  if (wrong !== undefined) throw new ExitProblem('badPid');
  const accountIds = names.map((name) => accountIdFromPid(name));
  const accounts = await readAccounts(
    rpc,
    accountIds.map((accountId) => findAccountAddress(program, accountId).address),
  );
  return accountIds.map((accountId, index) => {
    const raw = accounts[index];
    if (raw?.owner !== program || !decodeAccount(raw.data))
      throw new ExitProblem('friendUnknown', names[index]);
    return { kind: 'account', accountId };
  });
}
