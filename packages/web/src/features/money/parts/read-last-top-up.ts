import { Refusal } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import { lastTopUp } from './last-top-up.ts';
import type { TopUp } from '../../../kit/api/shapes.ts';

/** Read with the page, so that the notice does not shift the page later. */
export async function readLastTopUp(signal: AbortSignal): Promise<TopUp | null> {
  const id = lastTopUp.read();
  if (id === null) return null;
  try {
    return await api.call('getTopUp', { id }, { signal });
  } catch (error) {
    // The top-up belongs to another player who used this browser before.
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    lastTopUp.forget();
    return null;
  }
}
