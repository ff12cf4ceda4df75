import type { Reply } from '@pid/contract';
import { accountIdFromPid, decodeAccount, findAccountAddress } from '@pid/protocol';
import type { UserCaller } from '../platform/http/index.ts';
import { listActivePids } from './guardians.store.ts';
import { readRecovery } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';

type Checked = Reply<'checkGuardians'>['items'][number];

/** Applies the rules of `setRecoveryPolicy` to players, before the passkey signs anything. */
export async function checkGuardians(
  { db, chain }: Pick<RecoveryDeps, 'db' | 'chain'>,
  caller: UserCaller,
  pids: readonly string[],
): Promise<{ items: Checked[] }> {
  const accounts = pids.map((pid) => findAccountAddress(chain.programId, accountIdFromPid(pid)).address);
  const [active, { state }] = await Promise.all([
    listActivePids(db, pids),
    readRecovery(chain, caller.pid, accounts),
  ]);
  const statusOf = (pid: string, place: number): Checked['status'] => {
    if (pid === caller.pid) return 'self';
    if (!active.has(pid)) return 'unknown';
    const found = state.others[place];
    return found?.owner === chain.programId && decodeAccount(found.data) !== null ? 'ready' : 'no_wallet';
  };
  return { items: pids.map((pid, place) => ({ pid, status: statusOf(pid, place) })) };
}
