import type { Reply } from '@pid/contract';
import {
  accountIdFromPid,
  decodeAccount,
  decodeRecovery,
  equalBytes,
  findAccountAddress,
  findRecoveryAddress,
  recoveryInEpoch,
  type RecoveryAccount,
} from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import { listIdentitiesById } from '../identity/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { listOwnersGuardedBy } from './guardians.store.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { isCleared } from './recovery-states.ts';
import { listOpenAttempts, type Attempt } from './recovery.store.ts';
import { isOwnAccount } from './start-recovery.ts';
import { numberOf } from './get-recovery.ts';

type Guardianship = Reply<'listGuardianships'>['items'][number];

/** Lists the owners whose policy names the caller, with two chain reads for all of them. */
export async function listGuardianships(
  { db, chain }: RecoveryDeps,
  caller: UserCaller,
): Promise<Reply<'listGuardianships'>> {
  const ids = await listOwnersGuardedBy(db, accountIdFromPid(caller.pid));
  const owners = (await listIdentitiesById(db, ids)).filter(({ status }) => status !== 'deleted');
  if (owners.length === 0) return { items: [], nextCursor: null };
  const addressesOf = (find: typeof findRecoveryAddress) =>
    owners.map(({ pid }) => find(chain.programId, accountIdFromPid(pid)).address);
  const [recoveries, wallets, open] = await Promise.all([
    orChainError(chain.client.accounts(addressesOf(findRecoveryAddress))),
    orChainError(chain.client.accounts(addressesOf(findAccountAddress))),
    listOpenAttempts(
      db,
      owners.map(({ id }) => id),
    ),
  ]);
  const items = owners.flatMap(({ id, pid }, index) => {
    const [record, wallet] = [recoveries.accounts[index], wallets.accounts[index]];
    const recovery = record?.owner === chain.programId ? decodeRecovery(record.data) : null;
    const account = wallet?.owner === chain.programId ? decodeAccount(wallet.data) : null;
    const requests = open.filter(({ mode, identityId }) => mode === 'chain' && identityId === id);
    return recovery && account
      ? viewGuardianship(caller, pid, recoveryInEpoch(recovery, account.epoch), requests)
      : [];
  });
  return { items, nextCursor: null };
}

function viewGuardianship(
  caller: UserCaller,
  pid: string,
  { guardians, threshold, votes, nonce }: RecoveryAccount,
  open: readonly Attempt[],
): Guardianship[] {
  const guardian = guardians.findIndex(
    (each) => each.kind === 'account' && isOwnAccount(caller.pid, each.accountId),
  );
  if (guardian < 0) return [];
  const vote = votes[guardian];
  const sight = { policyNonce: nonce, votedFor: votes.flatMap((each) => (each ? [each.authority] : [])) };
  const running = open.filter((attempt) => !isCleared(attempt, sight));
  const requests = running.map(({ id, compressedKey, startedAt }) => ({
    id,
    newAuthority: compressedKey.toString('base64url'),
    number: numberOf(pid, nonce, compressedKey),
    startedAt: startedAt.toISOString(),
    approved: Boolean(vote && equalBytes(vote.authority, compressedKey)),
  }));
  return [{ pid, guardian, threshold, guardians: guardians.length, policyNonce: nonce.toString(), requests }];
}
