import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import type { AllowanceDeps } from './allowance-deps.ts';
import { findParties, postEnd } from './allowances.store.ts';

/** Ends an allowance at once, or declines an open one. Ending it again changes nothing. */
export async function endAllowance(
  { db, clock }: Pick<AllowanceDeps, 'db' | 'clock'>,
  caller: Caller,
  { id, origin }: { readonly id: string; readonly origin: AuditOrigin },
): Promise<void> {
  const parties = await findParties(db, id);
  const isOwn =
    caller.type === 'app' ? parties?.clientId === caller.clientId : parties?.identityId === caller.identityId;
  if (!parties || !isOwn) throw refuse('allowance_not_found');
  await db.transaction(async (tx) => {
    if (!(await postEnd(tx, id, caller.type === 'app')) || caller.type === 'app') return;
    await recordAudit(tx, {
      at: clock.now(),
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'allowance.ended',
      target: id,
      details: { app: parties.clientId },
      origin,
    });
  });
}
