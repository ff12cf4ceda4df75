import {
  accountIdFromPid,
  decodeRecovery,
  findRecoveryAddress,
  recoveryAttempts,
  recoveryInEpoch,
  type Address,
  type RecoveryAccount,
  type RecoveryAttempt,
} from '@pid/protocol';
import { readWallet, walletOf, type WalletState } from '../account/index.ts';
import type { Chain } from '../chain/index.ts';
import { isOwnWallet, type Knowledge, type Mode } from './recovery-states.ts';

/** Wallet and recovery account, read at the same slot. */
export interface RecoveryState {
  readonly state: WalletState;
  readonly address: Address;
  readonly recovery: RecoveryAccount | null;
  readonly nonce: bigint;
  readonly attempts: readonly RecoveryAttempt[];
}

export async function readRecovery(
  chain: Chain,
  pid: string,
  others: readonly Address[] = [],
): Promise<RecoveryState> {
  const { address } = findRecoveryAddress(chain.programId, accountIdFromPid(pid));
  const state = await readWallet(chain, walletOf(chain, pid), [address, ...others]);
  const [account, ...rest] = state.others;
  const decoded = account?.owner === chain.programId ? decodeRecovery(account.data) : null;
  const epoch = state.account?.epoch ?? 0;
  const recovery = decoded && recoveryInEpoch(decoded, epoch);
  return {
    state: { ...state, others: rest },
    address,
    recovery,
    nonce: recovery?.nonce ?? 0n,
    attempts: recovery ? recoveryAttempts(recovery, epoch, state.chainTime) : [],
  };
}

/**
 * Whether the guardians decide (`chain`). Without a wallet or without guardians, the delay decides
 * (`database`).
 */
export function modeOf(
  { state, recovery }: RecoveryState,
  known: Pick<Knowledge, 'isOurs' | 'ownKeys'>,
): Mode {
  const hasGuardians = recovery !== null && recovery.guardians.length > 0;
  return state.account && hasGuardians && isOwnWallet(known, state.account.authority) ? 'chain' : 'database';
}

export function instantOf(seconds: bigint): Date {
  return new Date(Number(seconds) * 1000);
}
