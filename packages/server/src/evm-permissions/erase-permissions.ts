import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Job } from '../platform/jobs.ts';
import type { Needs } from '../platform/needs.ts';
import { endGrantsOf, eraseGrantDetails, expireGrants, listGrants } from './permissions.store.ts';
import { showContent } from './show-permission.ts';
import { sweepSpendKeys } from './spending.store.ts';

const exportMax = 10_000;
const spendKeyMillis = 48 * 3_600_000;

/** A deleted identity's permissions end; what remains of them is what the chain knows anyway. */
export async function erasePermissions(tx: Tx, identityId: string, now: Date): Promise<void> {
  await endGrantsOf(tx, { identityId }, 'identity deleted', now);
  await eraseGrantDetails(tx, identityId);
}

/** Ends what an app holds: of one user who disconnects it, or of everybody when it is deleted. */
export async function revokePermissionsOfApp(
  tx: Tx,
  app: { clientId: string; identityId?: string },
  reason: string,
  now: Date,
): Promise<void> {
  const { clientId, identityId } = app;
  await endGrantsOf(tx, identityId === undefined ? { clientId } : { clientId, identityId }, reason, now);
}

export async function exportPermissions(db: Queryable, identityId: string) {
  return (await listGrants(db, { identityId }, null, exportMax)).map((grant) => ({
    id: grant.id,
    status: grant.storedStatus,
    digest: grant.digest,
    clientId: grant.clientId,
    ...showContent(grant),
    createdAt: grant.createdAt,
    approvedAt: grant.approvedAt,
    endedAt: grant.endedAt,
    endReason: grant.endReason,
  }));
}

export function permissionSweeps({ db, clock }: Needs<'db' | 'clock'>): Job {
  return {
    name: 'sweep permissions',
    everySeconds: 300,
    async run() {
      await expireGrants(db, clock.now());
      await sweepSpendKeys(db, new Date(clock.nowMillis() - spendKeyMillis));
    },
  };
}
