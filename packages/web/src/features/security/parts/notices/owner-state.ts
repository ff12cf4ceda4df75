import { signal } from '@preact/signals';
import type { Reply } from '@pid/contract';
import { api } from '../../../../kit/api/api.ts';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';

/** What every signed-in page shows at its top: how much is unread, whether something is frozen and whether a recovery runs. */
export const unread = signal(0);
export const frozenUntil = signal<number | null>(null);
/** Whether anybody is recovering this identity, and from when on they can finish; null while guardians are missing. */
export const recovering = signal<{ readonly id: string; readonly readyAt: string | null } | null>(null);

const NEVER = '9999';

/** By whoever has just read it: the one that can be finished first; several may ask at a time. */
export function tellRecovering({ pending }: Reply<'getRecovery'>): void {
  const [soonest] = pending.toSorted((one, other) =>
    (one.readyAt ?? NEVER).localeCompare(other.readyAt ?? NEVER),
  );
  recovering.value = soonest ?? null;
}

/** Nobody is led to the sign-in by this: the page itself asks for what it needs. */
export async function readOwnerState(signal?: AbortSignal, recovery = hasChain): Promise<void> {
  const options = { session: 'optional', ...(signal ? { signal } : {}) } as const;
  const [notices, freeze] = await Promise.all([
    api.call('listNotices', { limit: 1 }, options),
    api.call('getFreeze', {}, options),
  ]);
  unread.value = notices.unread;
  frozenUntil.value = freeze.until;
  if (recovery) await readRecovering(options);
}

/** The chain may be away: whoever cannot be told now is told with the next look. */
async function readRecovering(options: { session: 'optional'; signal?: AbortSignal }): Promise<void> {
  try {
    tellRecovering(await api.call('getRecovery', {}, options));
  } catch {
    // Nothing is known anew.
  }
}
