import {
  equalBytes,
  decodeAccount,
  findAccountAddress,
  type Address,
  type SmartAccount,
} from '@pid/protocol';
import { observeRecoveredAuthority } from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Chain } from '../chain/index.ts';
import {
  awaitPasskey,
  installRecoveredPasskey,
  recentSince,
  revokeAllPasskeys,
} from '../credentials/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { findRecoveryHold, notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import { dropPasskey, findHeldPasskey, keepPasskeys } from './held-passkeys.store.ts';
import { knowRecovery } from './know-recovery.ts';
import type { FinalSight } from './read-sights.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { afterSight, hadTime, isOwnWallet, type Change } from './recovery-states.ts';
import {
  findFirstTold,
  insertAttempt,
  markTaken,
  setRunning,
  settleAttempt,
  type Attempt,
} from './recovery.store.ts';
import { rememberPolicy, seenAs } from './remember-policy.ts';
import { storeSight } from './sights.store.ts';

export type FollowDeps = Pick<RecoveryDeps, 'db' | 'clock' | 'ids' | 'chain' | 'log'>;

/**
 * An older reading arrives at most this much later. A lower slot after that means that the last reading was
 * wrong.
 */
const orderMillis = 120_000;

/**
 * Updates guardians, attempts and passkeys in the database from finalized blocks, and notifies the owner of
 * each change. Safe to run concurrently on several nodes; a reading that is older than the last one changes
 * nothing. Returns false when the endpoints do not agree yet.
 */
export async function followRecovery(
  deps: FollowDeps,
  identityId: string,
  sight: FinalSight,
): Promise<boolean> {
  const known = await knowRecovery(deps.db, identityId);
  const isFinish = afterSight(known, sight, deps.clock.now()).some(({ to }) => to === 'finished');
  if (isFinish && !(await isAgreed(deps.chain, sight.account))) {
    deps.log.warn({ identityId }, 'too few endpoints confirm the finish of a recovery; it waits');
    return false;
  }
  await deps.db.transaction(async (tx) => {
    const identity = await lockIdentity(tx, identityId);
    if (!identity || identity.status === 'deleted') return;
    const now = deps.clock.now();
    const fresh = await knowRecovery(tx, identityId);
    const { last } = fresh;
    if (last && sight.slot < last.slot && Math.abs(now.getTime() - last.seenAt.getTime()) < orderMillis)
      return;
    const changes = afterSight(fresh, sight, now);
    // Another sight was stored in between; the next round checks with the endpoints.
    if (!isFinish && changes.some(({ to }) => to === 'finished')) return;
    await rememberPolicy(tx, identityId, seenAs(sight.recovery, sight.policyNonce), now);
    await keepPasskeys(tx, identityId, sight.votedFor, now);
    for (const change of changes) await carryOut(deps, tx, { identityId, sight, now }, change);
    const isOurs = isOwnWallet(fresh, sight.authority);
    const authority = Buffer.from(sight.authority);
    await storeSight(tx, identityId, { ...sight, authority, isOurs, seenAt: now });
  });
  return true;
}

/** Whether most endpoints respond and all responses show this authority. */
export function isAgreed(chain: Chain, account: Pick<SmartAccount, 'accountId' | 'authority' | 'epoch'>) {
  return chain.witnesses.agree(addressOf(chain, account.accountId), (seen) => {
    const found = seen?.owner === chain.programId ? decodeAccount(seen.data) : null;
    return found?.epoch === account.epoch && equalBytes(found.authority, account.authority);
  });
}

function addressOf(chain: Chain, accountId: SmartAccount['accountId']): Address {
  return findAccountAddress(chain.programId, accountId).address;
}

interface Followed {
  readonly identityId: string;
  readonly sight: FinalSight;
  readonly now: Date;
}

async function carryOut(deps: FollowDeps, tx: Tx, followed: Followed, change: Change): Promise<void> {
  if (change.to === 'running') await markRunning(deps, tx, followed, change);
  else if (change.to === 'cancelled') await markCancelled(tx, followed, change.attempt.id);
  else await finish(deps, tx, followed, change);
}

async function markRunning(
  deps: FollowDeps,
  tx: Tx,
  followed: Followed,
  { attempt, key, readyAt }: Extract<Change, { to: 'running' }>,
): Promise<void> {
  const { identityId, now } = followed;
  const { id } = attempt ?? (await insertSeen(deps, tx, followed, key));
  await setRunning(tx, id, { readyAt, policyNonce: followed.sight.policyNonce });
  const data = { readyAt: readyAt.toISOString() };
  await notifyOwner(tx, { identityId, now, type: 'recovery.started', data });
}

/** Inserts an attempt that guardians started without the service. */
async function insertSeen(
  { ids }: FollowDeps,
  tx: Tx,
  { identityId, sight, now }: Followed,
  key: Uint8Array,
): Promise<Attempt> {
  const inserted = await insertAttempt(tx, {
    id: ids.uuid(),
    identityId,
    mode: 'chain',
    compressedKey: key,
    policyNonce: sight.policyNonce,
    delaySeconds: delayOf(sight),
    sessionId: null,
    readyAt: null,
    now,
  });
  return inserted ?? impossible('an attempt of the same key is open and was not found');
}

const daySeconds = 86_400;

/** At least the minimum of the program: a removed policy has no delay. */
function delayOf({ recovery }: Pick<FinalSight, 'recovery'>): number {
  return Math.max(recovery.delaySeconds, daySeconds);
}

async function markCancelled(tx: Tx, { identityId, now }: Followed, id: string): Promise<void> {
  if (await settleAttempt(tx, id, 'cancelled', now)) await recordEnded(tx, identityId, id, now);
}

/**
 * Revokes the old passkeys immediately. Installs the new one, unless a freeze delays it or it was not
 * registered here.
 */
async function finish(
  deps: FollowDeps,
  tx: Tx,
  followed: Followed,
  change: Extract<Change, { to: 'finished' }>,
): Promise<void> {
  const { identityId, sight, now } = followed;
  const { id, sessionId } = change.attempt ?? (await insertSeen(deps, tx, followed, change.key));
  const { authority, epoch } = sight.account;
  await observeRecoveredAuthority(tx, { identityId, authority, epoch, now });
  const revoked = await revokeAllPasskeys(tx, {
    identityId,
    lostKey: null,
    sessionId,
    spareProviderSince: recentSince(now),
    now,
  });
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: 'chain',
    action: 'recovery.finished',
    target: id,
    details: { mode: 'chain', passkeysRevoked: revoked.length, vaultLost: false },
    origin: null,
  });
  await notifyOwner(tx, { identityId, now, type: 'recovery.finished', data: {} });
  const heldUntil = await findRecoveryHold(tx, identityId, now);
  await awaitPasskey(tx, identityId, heldUntil ?? now);
  if (heldUntil) return markTaken(tx, id, now);
  await settleAttempt(tx, id, 'finished', now);
  await installFinished(deps, tx, { identityId, compressedKey: Buffer.from(change.key) }, now);
}

type Decided = Pick<Attempt, 'identityId' | 'compressedKey'>;

/**
 * Installs the passkey that a finish on the chain names. A key that was not registered here, or whose owner had too little time to
 * object, is adopted at its first sign-in.
 */
export async function installFinished(
  deps: Pick<FollowDeps, 'ids' | 'log'>,
  tx: Tx,
  decided: Decided,
  now: Date,
): Promise<void> {
  const told = await findFirstTold(tx, decided.identityId, decided.compressedKey);
  if (!told || !hadTime(told, now)) return;
  if (!(await install(deps, tx, decided, now)))
    deps.log.warn(
      { identityId: decided.identityId },
      'the passkey of a finished recovery is not stored here',
    );
}

/** False when the passkey is not stored here, or is already registered. */
export async function install(
  deps: Pick<FollowDeps, 'ids'>,
  tx: Tx,
  { identityId, compressedKey }: Decided,
  now: Date,
): Promise<boolean> {
  const passkey = await findHeldPasskey(tx, identityId, compressedKey);
  if (!passkey || !(await installRecoveredPasskey(deps, tx, { identityId, passkey, now }))) return false;
  await dropPasskey(tx, identityId, compressedKey);
  return true;
}

/** Records an end that the service did not cause. */
export async function recordEnded(tx: Tx, identityId: string, target: string, now: Date): Promise<void> {
  await notifyOwner(tx, { identityId, now, type: 'recovery.cancelled', data: {} });
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: 'chain',
    action: 'recovery.ended',
    target,
    details: {},
    origin: null,
  });
}
