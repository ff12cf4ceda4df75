import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { endFreeze } from './freezes.store.ts';
import { notifyOwner } from './notify-owner.ts';

export interface LiftDeps extends Needs<'db' | 'clock'> {
  /** Whether the session was opened at a provider in the last ten minutes. */
  isRecentAtProvider(caller: UserCaller): boolean;
  hasCountingPasskey(identityId: string): Promise<boolean>;
}

/** Both proofs at once: who has taken over the provider's account, or holds a found phone, has only one of them. */
export async function liftFreeze(
  deps: LiftDeps,
  input: { caller: UserCaller; steppedUp: boolean; origin: AuditOrigin },
): Promise<void> {
  const { identityId, pid } = input.caller;
  if (!deps.isRecentAtProvider(input.caller)) throw refuse('step_up_required', { need: 'recent' });
  if (!input.steppedUp) throw refuse('step_up_required', { need: 'assertion' });
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if (!(await endFreeze(tx, identityId, now))) throw refuse('not_frozen');
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
