import type { PermissionRecord, PermissionStatus } from './permissions.store.ts';

/** Time that the owner has to approve a permission with a passkey. */
export const approvalTtlSeconds = 3600;

/** The stored status, or `expired` if the permission has expired since it was stored. */
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
