import { signal } from '../../../../kit/platform/signal.ts';
import type { Reply } from '@pid/contract';
import { api } from '../../../../kit/api/api.ts';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';

/** State that every signed-in page shows at the top: unread notices, a freeze, and a running recovery. */
export const unread = signal(0);
export const frozenUntil = signal<number | null>(null);
/**
 * The running recovery of this identity, if any. `readyAt` is the time from which it can be finished; null
 * while approvals are missing.
 */
export const recovering = signal<{ readonly id: string; readonly readyAt: string | null } | null>(null);

const NEVER = '9999';

/** Updates the state after a read. If several recoveries run, it shows the one that can be finished first. */
export function tellRecovering({ pending }: Reply<'getRecovery'>): void {
  const [soonest] = pending.toSorted((one, other) =>
    (one.readyAt ?? NEVER).localeCompare(other.readyAt ?? NEVER),
  );
  recovering.value = soonest ?? null;
}

/** Never redirects to the sign-in page: the page itself requests the data that it needs. */
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

/** The chain may be unavailable. The next read then updates the state. */
async function readRecovering(options: { session: 'optional'; signal?: AbortSignal }): Promise<void> {
  try {
    tellRecovering(await api.call('getRecovery', {}, options));
  } catch {
    // Keep the last known state.
  }
}
