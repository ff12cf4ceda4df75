import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { unixSeconds } from '../platform/clock.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { endFreeze, findFreeze } from './freezes.store.ts';
import { notifyOwner } from './notify-owner.ts';

export interface LiftDeps extends Needs<'db' | 'clock'> {
  /** Whether the session was opened by a provider sign-in in the last ten minutes. */
  isRecentAtProvider(caller: UserCaller): boolean;
  hasCountingPasskey(identityId: string): Promise<boolean>;
  /** Whether a recovery after that time installed the passkeys of an identity. */
  isRecoveredSince(identityId: string, since: Date): Promise<boolean>;
  delayRecovery(tx: Tx, identityId: string, freeze: { from: Date; until: Date }): Promise<void>;
}

/**
 * Needs a recent provider sign-in and a passkey: a thief of the provider's account, or of the phone, has only one. A passkey that a recovery installed after
 * the freeze began cannot lift it, because the owner may have frozen the identity to stop that recovery.
 */
export async function liftFreeze(
  deps: LiftDeps,
  input: { caller: UserCaller; steppedUp: boolean; origin: AuditOrigin },
): Promise<void> {
  const { identityId, pid } = input.caller;
  if (!deps.isRecentAtProvider(input.caller)) throw refuse('step_up_required', { need: 'recent' });
  if (!input.steppedUp) throw refuse('step_up_required', { need: 'assertion' });
  const freeze = await findFreeze(deps.db, identityId, deps.clock.now());
  if (!freeze) throw refuse('not_frozen');
  // mutant (recovery/freeze): freeze.unbrokenSince => freeze.until
  if (await deps.isRecoveredSince(identityId, freeze.unbrokenSince))
    throw refuse('frozen', { until: unixSeconds(freeze.until) });
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const ended = await endFreeze(tx, identityId, now);
    if (!ended) throw refuse('not_frozen');
    if (ended.recoveryHeldFrom)
      await deps.delayRecovery(tx, identityId, { from: ended.recoveryHeldFrom, until: now });
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: pid,
      action: 'identity.unfrozen',
      origin: input.origin,
    });
    await notifyOwner(tx, { identityId, now, type: 'freeze.lifted', data: {} });
  });
}
