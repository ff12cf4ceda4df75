import type { Input, Reply } from '@pid/contract';
import { accountIdFromPid } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { holdNewPasskey, isRecentAtProvider } from '../credentials/index.ts';
import { findIdentitiesByAccountId, lockIdentity } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { listGuardians } from './guardians.store.ts';
import { modeOf, readRecovery, type RecoveryState } from './read-recovery.ts';
import type { RecoveryDeps, RecoveryRequest } from './recovery-deps.ts';
import { countAttempts, insertAttempt } from './recovery.store.ts';
import { numberOf } from './view-recovery.ts';

const dayMillis = 86_400_000;
const databaseDelayMillis = 7 * dayMillis;
const startsPerDay = 5;

/** Holds a new passkey until guardians or seven days have decided. Everybody who may object is told at once. */
export async function startRecovery(
  deps: RecoveryDeps,
  { caller, origin }: RecoveryRequest,
  { response }: Input<'startRecovery'>,
): Promise<Reply<'startRecovery'>> {
  const seen = await readRecovery(deps.chain, caller.pid);
  const mode = modeOf(seen);
  // Without guardians the sign-in at the provider is all that speaks for whoever asks.
  if (mode === 'database' && !isRecentAtProvider(caller, deps.clock)) throw refuse('sign_in_again');
  const passkey = await holdNewPasskey(deps, caller, response);
  const { identityId } = caller;
  const now = deps.clock.now();
  const readyAt = mode === 'database' ? new Date(now.getTime() + databaseDelayMillis) : null;
  const attempt = await deps.db.transaction(async (tx) => {
    const identity = await lockIdentity(tx, identityId);
    if (!identity || identity.status === 'deleted') throw refuse('unauthorized');
    if ((await countAttempts(tx, identityId, new Date(now.getTime() - dayMillis))) >= startsPerDay)
      throw refuse('too_many_recoveries').retryAfter(dayMillis / 1000);
    const inserted = await insertAttempt(tx, {
      id: deps.ids.uuid(),
      identityId,
      mode,
      compressedKey: passkey.compressedKey,
      passkey,
      sessionId: caller.sessionId,
      readyAt,
      now,
    });
    if (!inserted) throw refuse('recovery_running');
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

/** The players among the guardians; whoever has left is not asked. */
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
  for (const guardian of await findIdentitiesByAccountId(tx, accounts))
    if (guardian.status !== 'deleted')
      await notifyOwner(tx, { identityId: guardian.id, now, type: 'recovery.help_asked', data: { pid } });
}

export function isOwnAccount(pid: string, accountId: Uint8Array): boolean {
  return Buffer.from(accountIdFromPid(pid)).equals(accountId);
}
