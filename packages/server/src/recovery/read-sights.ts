import {
  CLOCK_SYSVAR,
  accountIdFromPid,
  decodeAccount,
  decodeClock,
  decodeRecovery,
  findAccountAddress,
  findRecoveryAddress,
  recoveryAttempts,
  recoveryInEpoch,
  type RecoveryAccount,
  type SmartAccount,
} from '@pid/protocol';
import type { Chain } from '../chain/index.ts';
import { instantOf } from './read-recovery.ts';
import type { Sight } from './recovery-states.ts';

/** Wallet and guardians of one player in finalized blocks. */
export interface FinalSight extends Sight {
  readonly slot: bigint;
  readonly account: SmartAccount;
  readonly recovery: RecoveryAccount;
}

/** Two accounts per player, and the chain's clock. */
const accountsPerRead = 100;
export const playersPerSight = Math.floor((accountsPerRead - 1) / 2);

/**
 * Reads all players at one slot, in the order of the pids; null for a player without a wallet or without a
 * recovery account.
 */
export async function readSights(chain: Chain, pids: readonly string[]): Promise<(FinalSight | null)[]> {
  const addresses = pids.flatMap((pid) => {
    const accountId = accountIdFromPid(pid);
    return [
      findAccountAddress(chain.programId, accountId).address,
      findRecoveryAddress(chain.programId, accountId).address,
    ];
  });
  const { slot, accounts } = await chain.client.accounts([CLOCK_SYSVAR, ...addresses], {
    commitment: 'finalized',
  });
  const [clock, ...rest] = accounts;
  const time = clock && decodeClock(clock.data);
  if (!time) throw new Error('the chain has no clock');
  return pids.map((_, index) => {
    const [wallet, record] = [rest[2 * index], rest[2 * index + 1]];
    const account = wallet?.owner === chain.programId ? decodeAccount(wallet.data) : null;
    const recovery = record?.owner === chain.programId ? decodeRecovery(record.data) : null;
    if (!account || !recovery) return null;
    return { slot, account, recovery, ...sightOf(account, recovery, time.seconds) };
  });
}

export function sightOf(account: SmartAccount, recovery: RecoveryAccount, chainSeconds: bigint): Sight {
  return {
    policyNonce: recovery.nonce,
    hasGuardians: recovery.guardians.length > 0,
    authority: account.authority,
    running: recoveryAttempts(recovery, account.epoch, chainSeconds).map(({ newAuthority, readyAt }) => ({
      newAuthority,
      readyAt: instantOf(readyAt),
    })),
    votedFor: recoveryInEpoch(recovery, account.epoch).votes.flatMap((vote) =>
      vote ? [vote.authority] : [],
    ),
  };
}
