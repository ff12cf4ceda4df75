import { signal } from '@preact/signals';
import { api } from '../../../../kit/api/api.ts';

/** What every signed-in page shows at its top: how much is unread, and whether something is frozen. */
export const unread = signal(0);
export const frozenUntil = signal<number | null>(null);

/** Nobody is led to the sign-in by this: the page itself asks for what it needs. */
export async function readOwnerState(signal?: AbortSignal): Promise<void> {
  const options = { session: 'optional', ...(signal ? { signal } : {}) } as const;
  const [notices, freeze] = await Promise.all([
    api.call('listNotices', { limit: 1 }, options),
    api.call('getFreeze', {}, options),
  ]);
  unread.value = notices.unread;
  frozenUntil.value = freeze.until;
}
