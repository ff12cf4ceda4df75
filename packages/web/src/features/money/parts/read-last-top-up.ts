import { Refusal } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import { lastTopUp } from './last-top-up.ts';
import type { TopUp } from './shapes.ts';

/** Read with the page, so that what it says of it does not push everything down a moment later. */
export async function readLastTopUp(signal: AbortSignal): Promise<TopUp | null> {
  const id = lastTopUp.read();
  if (id === null) return null;
  try {
    return await api.call('getTopUp', { id }, { signal });
  } catch (error) {
    // Somebody else's, begun in this browser before.
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    lastTopUp.forget();
    return null;
  }
}
