import type { Reply } from '@pid/contract';
import {
  accountIdFromPid,
  brandPasskeyPoint,
  compareNumber,
  equalBytes,
  toBase64Url,
  type RecoveryAccount,
} from '@pid/protocol';
import type { UserCaller } from '../platform/http/index.ts';
import { followRecovery } from './follow-recovery.ts';
import { pidsOf } from './guardians.store.ts';
import { instantOf, modeOf, readRecovery } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import type { Attempt } from './recovery.store.ts';

export async function viewRecovery(deps: RecoveryDeps, caller: UserCaller): Promise<Reply<'getRecovery'>> {
  const seen = await readRecovery(deps.chain, caller.pid);
  const open = await followRecovery(deps, caller.identityId, seen);
  const { recovery, nonce, attempts, state } = seen;
  const [first] = attempts;
  const known = first && open.find(({ compressedKey }) => equalBytes(compressedKey, first.newAuthority));
  return {
    policy: recovery && recovery.guardians.length > 0 ? await viewPolicy(deps, recovery) : null,
    policyNonce: nonce.toString(),
    attempt:
      recovery && first && known
        ? {
            id: known.id,
            newAuthority: toBase64Url(first.newAuthority),
            votes: recovery.votes.flatMap((vote, guardian) =>
              vote && equalBytes(vote.authority, first.newAuthority)
                ? [{ guardian, votedAt: instantOf(vote.votedAt).toISOString() }]
                : [],
            ),
            readyAt: instantOf(first.readyAt).toISOString(),
            lapsesAt: instantOf(first.lapsesAt).toISOString(),
          }
        : null,
    mode: modeOf(seen),
    pending: open.map((attempt) => viewAttempt(attempt, caller.pid, nonce)),
    chainTime: Number(state.chainTime),
    activated: state.account !== null,
  };
}

export function numberOf(pid: string, nonce: bigint, compressedKey: Buffer): string {
  return compareNumber(accountIdFromPid(pid), nonce, brandPasskeyPoint(compressedKey));
}

function viewAttempt({ id, mode, compressedKey, startedAt, readyAt }: Attempt, pid: string, nonce: bigint) {
  return {
    id,
    mode,
    newAuthority: compressedKey.toString('base64url'),
    number: numberOf(pid, nonce, compressedKey),
    startedAt: startedAt.toISOString(),
    readyAt: readyAt?.toISOString() ?? null,
  };
}

async function viewPolicy({ db }: RecoveryDeps, recovery: RecoveryAccount) {
  const accounts = recovery.guardians.flatMap((guardian) =>
    guardian.kind === 'account' ? [guardian.accountId] : [],
  );
  const pids = await pidsOf(db, accounts);
  return {
    guardians: recovery.guardians.map((guardian, place) => {
      const barredUntil = recovery.barredUntil[place] ?? 0n;
      const isAccount = guardian.kind === 'account';
      return {
        kind: guardian.kind,
        publicKey: isAccount ? null : toBase64Url(guardian.key),
        pid: isAccount ? (pids.get(Buffer.from(guardian.accountId).toString('hex')) ?? null) : null,
        barredUntil: barredUntil === 0n ? null : instantOf(barredUntil).toISOString(),
      };
    }),
    threshold: recovery.threshold,
    delaySeconds: recovery.delaySeconds,
  };
}
