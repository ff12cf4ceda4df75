import type { Grant, PermissionStatus } from './permissions.store.ts';

/** How long a permission waits for its owner's passkey. */
export const approvalTtlSeconds = 3600;

/** What is stored, and what time has done to it since. */
export function statusAt(
  grant: Pick<Grant, 'storedStatus' | 'permission' | 'approveBy'>,
  nowMillis: number,
): PermissionStatus {
  const isLiving = grant.storedStatus === 'pending' || grant.storedStatus === 'active';
  if (!isLiving) return grant.storedStatus;
  const isOver =
    nowMillis >= grant.permission.expiry * 1000 ||
    (grant.storedStatus === 'pending' && nowMillis >= grant.approveBy.getTime());
  return isOver ? 'expired' : grant.storedStatus;
}
