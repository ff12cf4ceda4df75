import { systemClock } from '../../../../kit/platform/clock.ts';
import type { Passkey } from '../shapes.ts';

type Dated = Pick<Passkey, 'createdAt' | 'countsFrom'>;

/** An approval comes within ten minutes or never. */
const AT_ONCE_MILLISECONDS = 3_600_000;

/**
 * Registered long after a sign-in: for some days it signs in and confirms nothing. One that counted as soon as it was made is told
 * by its own times: a phone whose clock is behind would take it for one of tomorrow.
 */
export function isTooNew({ createdAt, countsFrom }: Dated): boolean {
  if (countsFrom === null) return true;
  const from = Date.parse(countsFrom);
  return from - Date.parse(createdAt) >= AT_ONCE_MILLISECONDS && from > systemClock.now();
}

/** When the first of them begins to count, while none does. */
export function firstToCount(passkeys: readonly Dated[]): string | null {
  if (!passkeys.every(isTooNew)) return null;
  const [soonest = null] = passkeys.flatMap(({ countsFrom }) => countsFrom ?? []).toSorted();
  return soonest;
}
