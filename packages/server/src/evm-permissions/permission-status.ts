import type { PermissionRecord, PermissionStatus } from './permissions.store.ts';

/** How long a permission waits for its owner's passkey. */
export const approvalTtlSeconds = 3600;

/** What is stored, and what time has done to it since. */
export function statusAt(
  record: Pick<PermissionRecord, 'storedStatus' | 'permission' | 'approveBy'>,
  nowMillis: number,
): PermissionStatus {
  const isLiving = record.storedStatus === 'pending' || record.storedStatus === 'active';
  if (!isLiving) return record.storedStatus;
  const isOver =
    nowMillis >= record.permission.expiry * 1000 ||
    (record.storedStatus === 'pending' && nowMillis >= record.approveBy.getTime());
  return isOver ? 'expired' : record.storedStatus;
}
