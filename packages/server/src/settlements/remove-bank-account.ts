import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { lockForReview } from '../relying-parties/index.ts';
import { deleteBankAccount } from './bank-accounts.store.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';

/** Settlements that were requested before keep their copy of the details. */
export async function removeBankAccount(
  deps: SettlementDeps,
  caller: UserCaller,
  clientId: string,
  origin: AuditOrigin,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockForReview(tx, clientId);
    await deps.apps.admit(tx, caller, clientId, 'removeBankAccount');
    if (!(await deleteBankAccount(tx, clientId))) {
      refuseWhileOff(deps);
      throw refuse('no_bank_account');
    }
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'bank_account.removed',
      target: clientId,
      origin,
    });
  });
}
