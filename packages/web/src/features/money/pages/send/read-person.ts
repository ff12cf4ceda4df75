import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { findHandleFlaw } from '../../../identity/parts/handle/check-handle.ts';
import { api } from '../../../../kit/api/api.ts';

/** The most pages of the statement that are searched for an earlier send. */
const PAGES_MAX = 3;

/**
 * Returns whether the player has sent money to this player before; null if the search did not reach the end of the
 * statement.
 */
export async function hasSentTo(pid: string, signal: AbortSignal): Promise<boolean | null> {
  let cursor: string | null | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = { direction: 'out', search: pid, limit: 100, ...(cursor ? { cursor } : {}) } as const;
    const { items, nextCursor } = await api.call('getStatement', asked, { signal });
    if (items.some(({ type, counterparty }) => type === 'send' && counterparty === pid)) return true;
    if (nextCursor === null) return false;
    cursor = nextCursor;
  }
  return null;
}

export interface Person {
  readonly pid: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** True if the player has never sent money to this player. */
  readonly isNew: boolean;
}

/** Null: nobody has the name. Only what the public page of a player shows, and the player's own statement. */
async function readPerson(pid: string, signal: AbortSignal): Promise<Person | null> {
  try {
    const [profile, known] = await Promise.all([
      api.call('getPublicProfile', { pid }, { session: 'none', signal }),
      hasSentTo(pid, signal).catch(() => null),
    ]);
    return { pid, name: profile.displayName, avatarUrl: profile.avatarUrl, isNew: known === false };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** `unknown`: the service did not say. The review asks again. */
export type Seen = Person | 'nobody' | 'checking' | 'unknown' | null;

/** Spares the service while a player types, and still feels immediate. */
const PAUSE_MILLISECONDS = 300;

/** Looks for the player as soon as the name is complete. Null while it is not, and for the player's own name. */
export function usePerson(handle: string, isSelf: boolean): Seen {
  const [found, setFound] = useState<{ handle: string; seen: Seen } | null>(null);
  const isComplete = findHandleFlaw(handle) === null && !isSelf;
  useEffect(() => {
    if (!isComplete) return undefined;
    const controller = new AbortController();
    const look = async () => {
      const seen = await readPerson(`${handle}@pid`, controller.signal).catch(() => 'unknown' as const);
      if (!controller.signal.aborted) setFound({ handle, seen: seen ?? 'nobody' });
    };
    const timer = setTimeout(() => void look(), PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [handle, isComplete]);
  if (!isComplete) return null;
  return found?.handle === handle ? found.seen : 'checking';
}
