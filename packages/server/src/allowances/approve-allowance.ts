import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { AllowanceDeps } from './allowance-deps.ts';
import { findAllowance, postApproval, type Allowance } from './allowances.store.ts';

/**
 * Lets an app charge its caller. Unlike other step-ups, a recent sign-in is never enough: the allowance is a permission that lasts, so a
 * passkey that counts signs it. The player who has approved it gets it again without another assertion.
 */
export async function approveAllowance(
  deps: AllowanceDeps,
  caller: UserCaller,
  request: {
    readonly id: string;
    readonly expectedAmount: bigint;
    readonly origin: AuditOrigin;
    /** Whether a passkey that counts has signed this request. */
    readonly steppedUp: boolean;
  },
): Promise<Allowance> {
  const { id, expectedAmount, origin } = request;
  const { identityId, pid } = caller;
  const before = await findOwn(deps, id, identityId);
  if (before.status === 'active') return before;
  if (before.status === 'ended') throw refuse('allowance_ended');
  if (!request.steppedUp) throw refuse('step_up_required', { need: 'assertion' });
  await deps.db.transaction(async (tx) => {
    // App, account, allowance: the order in which charges lock.
    if (await deps.apps.isPausedUnderLock(tx, before.clientId)) throw refuse('app_paused');
    await deps.ages.assertMay(tx, identityId, 'allowance');
    const terms = await deps.apps.termsFor(tx, before.clientId, identityId);
    // A disconnection ends the allowance; one that is created during a disconnection is left over.
    if (!terms?.connected) throw refuse('allowance_ended');
    const outcome = await postApproval(tx, { id, identityId, expectedAmount });
    if (outcome === 'changed') throw refuse('allowance_changed', { amount: before.amount });
    if (outcome === 'ended') throw refuse('allowance_ended');
    if (outcome === 'app_paused') throw refuse('app_paused');
    if (outcome === 'not_found') impossible('the allowance was deleted before it lapsed');
    if (outcome === 'approved') {
      const { period } = before;
      const amount = Number(before.amount);
      await deps.ages.notifyParents(tx, identityId, { child: pid, app: terms.name, amount, period });
      await recordAudit(tx, {
        at: deps.clock.now(),
        identityId,
        actor: pid,
        action: 'allowance.approved',
        target: id,
        details: { app: before.clientId, amount, period },
        origin,
      });
    }
  });
  return findOwn(deps, id, identityId);
}

/** An allowance of another player does not exist. */
export async function findOwn(
  deps: Pick<AllowanceDeps, 'db' | 'timeZone'>,
  id: string,
  identityId: string,
): Promise<Allowance> {
  const allowance = await findAllowance(deps.db, deps.timeZone, id);
  if (allowance?.identityId !== identityId) throw refuse('allowance_not_found');
  return allowance;
}
