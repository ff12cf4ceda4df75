import type { PermissionDetail } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Assertion } from '../credentials/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { approvedRedirect } from './permission-request.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { statusAt } from './permission-status.ts';
import { activateRecord, findRecord } from './permissions.store.ts';
import { getPermissionDetail } from './get-permission.ts';

/**
 * Activates a permission whose digest the owner's passkey has signed. From then on its session key may act.
 */
export async function approvePermission(
  deps: PermissionDeps,
  input: { caller: UserCaller; id: string; assertion: Assertion; origin: AuditOrigin },
): Promise<PermissionDetail> {
  const { caller, id, assertion, origin } = input;
  const record = await findRecord(deps.db, id, { identityId: caller.identityId });
  if (!record) throw refuse('no_such_permission');
  const status = statusAt(record, deps.clock.nowMillis());
  if (status !== 'pending') throw refuse('permission_not_pending', { status });
  await deps.passkeys.withAssertion(
    { caller, assertion, challenge: Buffer.from(record.digest.slice(2), 'hex'), origin },
    async (signed) => {
      const { proof } = signed;
      // The chain would refuse this proof, so the permission would look active without working.
      if (!proof) throw refuse('permission_client_data_unusual');
      await deps.db.transaction(async (tx) => {
        const now = deps.clock.now();
        await signed.record(tx);
        await deps.assertMay(tx, caller.identityId);
        if (!(await activateRecord(tx, id, proof, now)))
          throw refuse('permission_not_pending', { status: 'decided' });
        const details = {
          chainId: record.domain.chainId,
          account: record.domain.account,
          digest: record.digest,
          clientId: record.clientId,
          expiry: record.permission.expiry,
        };
        await recordAudit(tx, {
          at: now,
          identityId: caller.identityId,
          actor: caller.pid,
          action: 'permission.approved',
          target: id,
          details,
          origin,
        });
      });
    },
  );
  const approved = await findRecord(deps.db, id, { identityId: caller.identityId });
  if (!approved) throw refuse('no_such_permission');
  const redirectTo = await approvedRedirect(deps, approved);
  return { ...(await getPermissionDetail(deps, approved)), ...(redirectTo === null ? {} : { redirectTo }) };
}
