import type { Reply } from '@pid/contract';
import { accountIdFromPid, equalBytes } from '@pid/protocol';
import { findIdentity } from '../identity/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { listTrusting, type Trusting } from './guardians.store.ts';
import { readRecovery } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { listOpenAttempts } from './recovery.store.ts';
import { isOwnAccount } from './start-recovery.ts';
import { numberOf } from './view-recovery.ts';

type Guardianship = Reply<'listGuardianships'>['items'][number];

/** Who trusts the caller, as the chain has it now. Nothing of anybody's money is looked at. */
export async function listGuardianships(
  deps: RecoveryDeps,
  caller: UserCaller,
): Promise<Reply<'listGuardianships'>> {
  const trusting = await listTrusting(deps.db, accountIdFromPid(caller.pid));
  const seen = await Promise.all(trusting.map((each) => viewGuardianship(deps, caller, each)));
  return { items: seen.filter((each) => each !== null), nextCursor: null };
}

async function viewGuardianship(
  deps: RecoveryDeps,
  caller: UserCaller,
  { identityId }: Trusting,
): Promise<Guardianship | null> {
  const owner = await findIdentity(deps.db, identityId);
  if (!owner || owner.status === 'deleted') return null;
  const { recovery, nonce } = await readRecovery(deps.chain, owner.pid);
  const guardian = (recovery?.guardians ?? []).findIndex(
    (each) => each.kind === 'account' && isOwnAccount(caller.pid, each.accountId),
  );
  if (!recovery || guardian < 0) return null;
  const open = (await listOpenAttempts(deps.db, [identityId])).filter(({ mode }) => mode === 'chain');
  return {
    pid: owner.pid,
    guardian,
    threshold: recovery.threshold,
    guardians: recovery.guardians.length,
    policyNonce: nonce.toString(),
    requests: open.map(({ id, compressedKey, startedAt }) => {
      const vote = recovery.votes[guardian];
      return {
        id,
        newAuthority: compressedKey.toString('base64url'),
        number: numberOf(owner.pid, nonce, compressedKey),
        startedAt: startedAt.toISOString(),
        approved: vote !== null && vote !== undefined && equalBytes(vote.authority, compressedKey),
      };
    }),
  };
}
