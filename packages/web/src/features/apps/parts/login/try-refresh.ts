import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';

/** Renews an expired access cookie. Returns false if no player is signed in. */
export async function tryRefresh(): Promise<boolean> {
  try {
    await api.call('refresh', {}, { session: 'none' });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return false;
    throw error;
  }
}
