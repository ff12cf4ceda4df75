import { Refusal } from '@pid/contract/client';
import { NetworkError } from '../../../kit/api/errors.ts';
import { api } from '../../../kit/api/api.ts';
import { signWithPasskey } from '../../../kit/passkeys/ceremony.ts';
import type { PermissionDetail } from '../../../kit/api/shapes.ts';

function mayHaveHappened(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof Refusal && error.status === 409);
}

export interface Approved extends PermissionDetail {
  /** True if the response was lost and the permission was read again. Then `redirectTo` is missing. */
  readonly recovered: boolean;
}

/** Has a passkey sign the permission's digest. If the response is lost, reads the permission's state. */
export async function approvePermission(id: string): Promise<Approved> {
  const assertion = await signWithPasskey(await api.call('permissionOptions', { id }));
  try {
    return { ...(await api.call('approvePermission', { id, assertion })), recovered: false };
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const found = await api.call('getPermission', { id });
    if (found.status !== 'active') throw error;
    return { ...found, recovered: true };
  }
}
