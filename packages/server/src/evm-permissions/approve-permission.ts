import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Assertion } from '../credentials/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { clientDataUnusual, noSuchPermission, notPending } from './permission-errors.ts';
import { statusAt } from './permission-status.ts';
import { activateGrant, findGrant } from './permissions.store.ts';
import type { PermissionPasskeys } from './ports.ts';

export interface ApproveDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly passkeys: PermissionPasskeys;
}

/** The owner's passkey signs the digest; from here on the session key may act. */
export async function approvePermission(
  deps: ApproveDeps,
  input: { caller: UserCaller; id: string; assertion: Assertion; origin: AuditOrigin },
): Promise<void> {
  const { caller, id, assertion, origin } = input;
  const grant = await findGrant(deps.db, id, { identityId: caller.identityId });
  if (!grant) throw noSuchPermission();
  const status = statusAt(grant, deps.clock.nowMillis());
  if (status !== 'pending') throw notPending(status);
  await deps.passkeys.withAssertion(
    { caller, assertion, challenge: Buffer.from(grant.digest.slice(2), 'hex'), origin },
    async (signed) => {
      const { proof } = signed;
      // A proof that the chain would refuse makes a permission that looks good and does nothing.
      if (!proof) throw clientDataUnusual();
      await deps.db.transaction(async (tx) => {
        const now = deps.clock.now();
        await signed.record(tx);
        if (!(await activateGrant(tx, id, proof, now))) throw notPending('not waiting any more');
        const details = {
          chainId: grant.domain.chainId,
          account: grant.domain.account,
          digest: grant.digest,
          clientId: grant.clientId,
          expiry: grant.permission.expiry,
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
}
