import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Job } from '../platform/jobs.ts';
import type { Needs } from '../platform/needs.ts';
import { endRecordsOf, eraseRecordDetails, expireRecords, listRecords } from './permissions.store.ts';
import { describeContent } from './get-permission.ts';
import { sweepSpendKeys } from './spending.store.ts';

const exportMax = 10_000;
const spendKeyMillis = 48 * 3_600_000;

/**
 * Ends the permissions of a deleted identity and erases personal details. Only data that the chain already
 * shows remains.
 */
export async function erasePermissions(tx: Tx, identityId: string, now: Date): Promise<void> {
  await endRecordsOf(tx, { identityId }, 'identity deleted', now);
  await eraseRecordDetails(tx, identityId);
}

/**
 * Ends the permissions that an app holds: those of one player who disconnects it, or all of them when the app
 * is deleted.
 */
export async function revokePermissionsOfApp(
  tx: Tx,
  app: { clientId: string; identityId?: string },
  reason: string,
  now: Date,
): Promise<void> {
  const { clientId, identityId } = app;
  await endRecordsOf(tx, identityId === undefined ? { clientId } : { clientId, identityId }, reason, now);
}

export async function exportPermissions(db: Queryable, identityId: string) {
  return (await listRecords(db, { identityId }, null, exportMax)).map((record) => ({
    id: record.id,
    status: record.storedStatus,
    digest: record.digest,
    clientId: record.clientId,
    ...describeContent(record),
    createdAt: record.createdAt,
    approvedAt: record.approvedAt,
    endedAt: record.endedAt,
    endReason: record.endReason,
  }));
}

export function permissionSweeps({ db, clock }: Needs<'db' | 'clock'>): Job {
  return {
    name: 'sweep permissions',
    everySeconds: 300,
    async run() {
      await expireRecords(db, clock.now());
      await sweepSpendKeys(db, new Date(clock.nowMillis() - spendKeyMillis));
    },
  };
}
