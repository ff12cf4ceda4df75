import { ApiError, NetworkError } from '../../../kit/api/api-error.ts';
import { api } from '../../../kit/api/api.ts';
import { signWithPasskey } from '../../../kit/passkeys/ceremony.ts';
import type { RequestOptions } from '../../../kit/passkeys/ceremony.ts';
import type { PermissionDetail } from './types.ts';

function mayHaveHappened(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.statusCode === 409);
}

export interface Approved extends PermissionDetail {
  /** The answer was lost and looked up; it then lacks where to go. */
  readonly recovered: boolean;
}

/** Has a passkey sign the permission's digest. When the answer was lost, what became of it is looked up. */
export async function approvePermission(id: string): Promise<Approved> {
  const path = `/v1/permissions/${encodeURIComponent(id)}`;
  const options = await api.post<RequestOptions>(`${path}/options`);
  const assertion = await signWithPasskey(options);
  try {
    return { ...(await api.post<PermissionDetail>(`${path}/approve`, { assertion })), recovered: false };
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const found = await api.get<PermissionDetail>(path);
    if (found.status !== 'active') throw error;
    return { ...found, recovered: true };
  }
}
