import { observeRecoveredAuthority } from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { installRecoveredPasskey } from '../credentials/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { settleAttempt, settleOthers, type Attempt } from './recovery.store.ts';

export interface Taken {
  readonly authority: Uint8Array;
  readonly epoch: number;
}

/**
 * A recovery is over: all passkeys of the identity end and the new one is its first. `taken` is what finalized blocks say of the wallet, null where
 * time alone has decided; then the authority of a wallet stays what it was, `lostKey`. Once, whichever node comes first.
 */
export async function applyRecovery(
  deps: Pick<RecoveryDeps, 'ids'>,
  tx: Tx,
  attempt: Attempt,
  { taken, lostKey, now }: { taken: Taken | null; lostKey: Buffer | null; now: Date },
): Promise<boolean> {
  const { identityId, passkey } = attempt;
  const identity = await lockIdentity(tx, identityId);
  if (!identity || identity.status === 'deleted') return false;
  if (!(await settleAttempt(tx, attempt.id, 'finished', now))) return false;
  await settleOthers(tx, identityId, now);
  if (taken) await observeRecoveredAuthority(tx, { identityId, ...taken, now });
  const ended = passkey && (await installRecoveredPasskey(deps, tx, { identityId, passkey, lostKey, now }));
  await notifyOwner(tx, { identityId, now, type: 'recovery.finished', data: {} });
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: taken ? 'chain' : identity.pid,
    action: 'recovery.finished',
    target: attempt.id,
    details: { mode: attempt.mode, passkeysRevoked: ended?.length ?? 0, vaultLost: lostKey !== null },
    origin: null,
  });
  return true;
}
