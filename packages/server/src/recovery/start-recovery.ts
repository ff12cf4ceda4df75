import type { Input, Reply } from '@pid/contract';
import { accountIdFromPid } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { holdNewPasskey, isRecentAtProvider, listAllPasskeys } from '../credentials/index.ts';
import { listIdentitiesByAccountId, lockIdentity } from '../identity/index.ts';
import { findRecoveryHold, notifyOwner } from '../notices/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { listGuardians } from './guardians.store.ts';
import { holdPasskey } from './held-passkeys.store.ts';
import { assertNotBehind } from './assert-not-behind.ts';
import { knowRecovery } from './know-recovery.ts';
import { modeOf, readRecovery, type RecoveryState } from './read-recovery.ts';
import type { RecoveryDeps, RecoveryRequest } from './recovery-deps.ts';
import { databaseDelayMillis, mayStart } from './recovery-states.ts';
import { countStarts, insertAttempt } from './recovery.store.ts';
import { refuseFor } from './refuse-for.ts';
import { noteOurs } from './sights.store.ts';
import { numberOf } from './get-recovery.ts';

const dayMillis = 86_400_000;
/** Limit per session, and for sessions without a recent provider sign-in also for all sessions together. */
const startsPerDay = 5;

/**
 * Stores a new passkey until guardians or seven days have decided. Notifies everyone who can object
 * immediately.
 */
export async function startRecovery(
  deps: RecoveryDeps,
  { caller, origin }: RecoveryRequest,
  { response }: Input<'startRecovery'>,
): Promise<Reply<'startRecovery'>> {
  const seen = await readRecovery(deps.chain, caller.pid);
  const mode = modeOf(seen, await knowRecovery(deps.db, caller.identityId));
  await assertNotBehind(deps.db, caller.identityId, seen);
  const isRecent = isRecentAtProvider(caller, deps.clock);
  const assertMayStart = async (db: Queryable) => {
    const heldUntil = await findRecoveryHold(db, caller.identityId, deps.clock.now());
    refuseFor(mayStart(mode, { heldUntil, isRecentAtProvider: isRecent }));
  };
  // Checked before the challenge of the passkey is consumed.
  await assertMayStart(deps.db);
  const passkey = await holdNewPasskey(deps, caller, response);
  // The passkey already controls the wallet, so no recovery is needed.
  if (seen.state.account && passkey.compressedKey.equals(seen.state.account.authority))
    throw refuse('passkey_exists');
  const { identityId } = caller;
  const now = deps.clock.now();
  const readyAt = mode === 'database' ? new Date(now.getTime() + databaseDelayMillis) : null;
  const attempt = await deps.db.transaction(async (tx) => {
    const identity = await lockIdentity(tx, identityId);
    if (!identity || identity.status === 'deleted') throw refuse('unauthorized');
    // Checked again under the lock, which a freeze must wait for.
    await assertMayStart(tx);
    await assertMayStartAgain(tx, caller, isRecent, now);
    const inserted = await insertAttempt(tx, {
      id: deps.ids.uuid(),
      identityId,
      mode,
      compressedKey: passkey.compressedKey,
      policyNonce: seen.nonce,
      delaySeconds: seen.recovery?.delaySeconds || databaseDelayMillis / 1000,
      sessionId: caller.sessionId,
      readyAt,
      now,
    });
    if (!inserted) throw refuse('recovery_running');
    await holdPasskey(tx, identityId, passkey, now);
    await noteAuthority(tx, identityId, seen, now);
    await notifyOwner(
      tx,
      readyAt
        ? { identityId, now, type: 'recovery.started', data: { readyAt: readyAt.toISOString() } }
        : { identityId, now, type: 'recovery.asked', data: {} },
    );
    if (mode === 'chain') await askGuardians(tx, seen, caller, now);
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: caller.pid,
      action: 'recovery.started',
      target: inserted.id,
      details: { mode },
      origin,
    });
    return inserted;
  });
  return {
    id: attempt.id,
    newAuthority: attempt.compressedKey.toString('base64url'),
    number: numberOf(caller.pid, seen.nonce, attempt.compressedKey),
    mode,
    readyAt: readyAt?.toISOString() ?? null,
  };
}

/** An old cookie must not use up the starts of a session with a recent sign-in. */
async function assertMayStartAgain(
  tx: Tx,
  { identityId, sessionId }: UserCaller,
  isRecent: boolean,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - dayMillis);
  const ofSession = await countStarts(tx, { identityId, sessionId, since });
  const ofAll = isRecent ? 0 : await countStarts(tx, { identityId, sessionId: null, since });
  if (Math.max(ofSession, ofAll) >= startsPerDay)
    throw refuse('too_many_recoveries').retryAfter(dayMillis / 1000);
}

/** Only while a passkey of the identity still controls the wallet. */
async function noteAuthority(
  tx: Tx,
  identityId: string,
  { state: { account } }: RecoveryState,
  now: Date,
): Promise<void> {
  const passkeys = await listAllPasskeys(tx, identityId);
  const own = passkeys.filter(({ isLost }) => !isLost);
  if (account && own.some(({ compressedKey }) => compressedKey.equals(account.authority)))
    await noteOurs(tx, identityId, account.authority, now);
}

/** Notifies the players among the guardians, except those who have left. */
async function askGuardians(
  tx: Tx,
  { recovery }: RecoveryState,
  { identityId, pid }: UserCaller,
  now: Date,
): Promise<void> {
  const known = (await listGuardians(tx, [identityId])).get(identityId) ?? [];
  const left = known.filter(({ leftAt }) => leftAt !== null);
  const accounts = (recovery?.guardians ?? []).flatMap((guardian) =>
    guardian.kind === 'account' && !left.some(({ key }) => key.equals(guardian.accountId))
      ? [guardian.accountId]
      : [],
  );
  for (const guardian of await listIdentitiesByAccountId(tx, accounts))
    if (guardian.status !== 'deleted')
      await notifyOwner(tx, { identityId: guardian.id, now, type: 'recovery.help_asked', data: { pid } });
}

export function isOwnAccount(pid: string, accountId: Uint8Array): boolean {
  return Buffer.from(accountIdFromPid(pid)).equals(accountId);
}
