import type { Reply } from '@pid/contract';
import {
  RECOVERY_LIFE_SECONDS,
  accountIdFromPid,
  brandPasskeyPoint,
  compareNumber,
  equalBytes,
  toBase64Url,
  type RecoveryAccount,
} from '@pid/protocol';
import { findIdentitiesByAccountId } from '../identity/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { followRecovery } from './follow-recovery.ts';
import { listGuardians } from './guardians.store.ts';
import { instantOf, modeOf, readRecovery, type RecoveryState } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import type { Attempt } from './recovery.store.ts';

export async function viewRecovery(deps: RecoveryDeps, caller: UserCaller): Promise<Reply<'getRecovery'>> {
  const seen = await readRecovery(deps.chain, caller.pid);
  const open = await followRecovery(deps, caller.identityId, seen);
  const { recovery, nonce, attempts, state } = seen;
  const [first] = attempts;
  const known = first && open.find(({ compressedKey }) => equalBytes(compressedKey, first.newAuthority));
  return {
    policy:
      recovery && recovery.guardians.length > 0 ? await viewPolicy(deps, caller.identityId, recovery) : null,
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
    pending: open.map((attempt) => viewAttempt(attempt, caller.pid, seen)),
    chainTime: Number(state.chainTime),
    activated: state.account !== null,
  };
}

export function numberOf(pid: string, nonce: bigint, compressedKey: Buffer): string {
  return compareNumber(accountIdFromPid(pid), nonce, brandPasskeyPoint(compressedKey));
}

function viewAttempt(attempt: Attempt, pid: string, { nonce, recovery, state }: RecoveryState) {
  const { id, mode, compressedKey, startedAt, readyAt } = attempt;
  const living = state.chainTime - RECOVERY_LIFE_SECONDS;
  const approvals = (recovery?.votes ?? []).flatMap((vote, place) =>
    vote && vote.votedAt > living && equalBytes(vote.authority, compressedKey) ? [place] : [],
  );
  return {
    id,
    mode,
    newAuthority: compressedKey.toString('base64url'),
    number: numberOf(pid, nonce, compressedKey),
    startedAt: startedAt.toISOString(),
    readyAt: readyAt?.toISOString() ?? null,
    approvals,
  };
}

async function viewPolicy({ db }: RecoveryDeps, identityId: string, recovery: RecoveryAccount) {
  const accounts = recovery.guardians.flatMap((guardian) =>
    guardian.kind === 'account' ? [guardian.accountId] : [],
  );
  const players = await findIdentitiesByAccountId(db, accounts);
  // Of this very policy: it was followed a moment ago.
  const known = (await listGuardians(db, [identityId])).get(identityId) ?? [];
  const guardians = recovery.guardians.map((guardian, place) => {
    const barredUntil = recovery.barredUntil[place] ?? 0n;
    const player =
      guardian.kind === 'account'
        ? players.find(({ accountId }) => equalBytes(accountId, guardian.accountId))
        : undefined;
    return {
      kind: guardian.kind,
      publicKey: guardian.kind === 'account' ? null : toBase64Url(guardian.key),
      pid: player?.pid ?? null,
      barredUntil: barredUntil === 0n ? null : instantOf(barredUntil).toISOString(),
      left: player?.status === 'deleted' || known[place]?.leftAt instanceof Date,
    };
  });
  const { threshold, delaySeconds } = recovery;
  const reachable = guardians.filter(({ left }) => !left).length >= threshold;
  return { guardians, threshold, delaySeconds, reachable };
}
