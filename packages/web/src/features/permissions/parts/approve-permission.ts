import { Refusal } from '@pid/contract/client';
import { NetworkError } from '../../../kit/api/errors.ts';
import { api } from '../../../kit/api/api.ts';
import { signWithPasskey } from '../../../kit/passkeys/ceremony.ts';
import type { PermissionDetail } from './shapes.ts';

function mayHaveHappened(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof Refusal && error.status === 409);
}

export interface Approved extends PermissionDetail {
  /** The answer was lost and looked up; it then lacks where to go. */
  readonly recovered: boolean;
}

/** Has a passkey sign the permission's digest. When the answer was lost, what became of it is looked up. */
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
