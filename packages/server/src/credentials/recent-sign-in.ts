import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';

const recentSecondsMax = 600;

/**
 * Whether the session's user has authenticated within the last ten minutes; for actions for which a stolen
 * cookie must not be enough.
 */
export function isRecent(caller: UserCaller, clock: Clock): boolean {
  return caller.countsAsRecent && isRecentMoment(caller.authenticatedAt, clock);
}

export function isRecentMoment(moment: Date, clock: Clock): boolean {
  return clock.nowMillis() - moment.getTime() <= recentSecondsMax * 1000;
}

/** A sign-in after this moment is recent. */
export function recentSince(now: Date): Date {
  return new Date(now.getTime() - recentSecondsMax * 1000);
}

/** A recent sign-in with an external login, which an identity without a passkey must have. */
export function isRecentAtProvider(caller: UserCaller, clock: Clock): boolean {
  return caller.method !== 'passkey' && isRecent(caller, clock);
}

export function requireRecentSignIn(caller: UserCaller, clock: Clock): void {
  if (!isRecent(caller, clock)) throw refuse('sign_in_again');
}
