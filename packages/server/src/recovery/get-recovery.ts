import type { Reply } from '@pid/contract';
import {
  accountIdFromPid,
  brandPasskeyPoint,
  compareNumber,
  equalBytes,
  RECOVERY_LIFE_SECONDS,
  toBase64Url,
  type Guardian,
  type RecoveryAccount,
} from '@pid/protocol';
import { listIdentitiesByAccountId } from '../identity/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { listGuardians, type KnownGuardian } from './guardians.store.ts';
import { knowRecovery } from './know-recovery.ts';
import { instantOf, modeOf, readRecovery, type RecoveryState } from './read-recovery.ts';
import { sightOf } from './read-sights.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { openAfter, type OpenAttempt } from './recovery-states.ts';

/** Shows confirmed blocks. Writes nothing, because a fork may revert them. */
export async function getRecovery(deps: RecoveryDeps, caller: UserCaller): Promise<Reply<'getRecovery'>> {
  const seen = await readRecovery(deps.chain, caller.pid);
  const known = await knowRecovery(deps.db, caller.identityId);
  const { recovery, nonce, attempts, state } = seen;
  const open =
    recovery && state.account
      ? openAfter(known, sightOf(state.account, recovery, state.chainTime), deps.clock.now())
      : known.attempts;
  const [first] = attempts;
  const mine = first && open.find(({ compressedKey }) => equalBytes(compressedKey, first.newAuthority));
  return {
    policy:
      recovery && recovery.guardians.length > 0 ? await getPolicy(deps, caller.identityId, recovery) : null,
    policyNonce: nonce.toString(),
    attempt:
      recovery && first
        ? {
            // A recovery that guardians started without the service gets its id here when it is finalized.
            id: mine?.id ?? null,
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
    mode: modeOf(seen, known),
    pending: open.map((attempt) => describeAttempt(attempt, caller.pid, seen)),
    chainTime: Number(state.chainTime),
    activated: state.account !== null,
  };
}

export function numberOf(pid: string, nonce: bigint, compressedKey: Buffer): string {
  return compareNumber(accountIdFromPid(pid), nonce, brandPasskeyPoint(compressedKey));
}

function describeAttempt(attempt: OpenAttempt, pid: string, { nonce, recovery, state }: RecoveryState) {
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

async function getPolicy({ db }: RecoveryDeps, identityId: string, recovery: RecoveryAccount) {
  const accounts = recovery.guardians.flatMap((guardian) =>
    guardian.kind === 'account' ? [guardian.accountId] : [],
  );
  const players = await listIdentitiesByAccountId(db, accounts);
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
      left: player?.status === 'deleted' || hasLeft(known[place], guardian),
    };
  });
  const { threshold, delaySeconds } = recovery;
  const reachable = guardians.filter(({ left }) => !left).length >= threshold;
  return { guardians, threshold, delaySeconds, reachable };
}

/** The known guardian at this place may belong to an older policy. */
function hasLeft(known: KnownGuardian | undefined, guardian: Guardian): boolean {
  return Boolean(known?.leftAt) && guardian.kind === 'account' && equalBytes(known!.key, guardian.accountId);
}
