import { systemClock } from '../platform/clock.ts';
import type { Passkey } from '../api/shapes.ts';

type Dated = Pick<Passkey, 'createdAt' | 'countsFrom'>;

/** Longer than the ten minutes within which an approval must come. */
const AT_ONCE_MILLISECONDS = 3_600_000;

/**
 * True for a passkey that was registered long after a sign-in: for some days it can sign in but not confirm.
 * A passkey that counted immediately is recognised by its own two times, because on a phone whose clock is
 * behind `countsFrom` would be in the future.
 */
export function isTooNew({ createdAt, countsFrom }: Dated): boolean {
  if (countsFrom === null) return true;
  const from = Date.parse(countsFrom);
  return from - Date.parse(createdAt) >= AT_ONCE_MILLISECONDS && from > systemClock.now();
}

/** Returns when the first of them begins to count; null once one counts. */
export function firstToCount(passkeys: readonly Dated[]): string | null {
  if (!passkeys.every(isTooNew)) return null;
  const [soonest = null] = passkeys.flatMap(({ countsFrom }) => countsFrom ?? []).toSorted();
  return soonest;
}

/** Most recently used first: most players activate with the passkey that they have just created. */
export function byUse(passkeys: readonly Passkey[]): readonly Passkey[] {
  return passkeys.toSorted((left, right) => right.lastUsedAt.localeCompare(left.lastUsedAt));
}
