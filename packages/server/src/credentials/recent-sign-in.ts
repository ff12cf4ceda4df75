import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';

const recentSecondsMax = 600;

/** For what a stolen cookie must not be enough: the session's user has proven who they are in the last ten minutes. */
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

/** Recent, and by an external login: what an account without a passkey has to show for itself. */
export function isRecentAtProvider(caller: UserCaller, clock: Clock): boolean {
  return caller.method !== 'passkey' && isRecent(caller, clock);
}

export function requireRecentSignIn(caller: UserCaller, clock: Clock): void {
  if (!isRecent(caller, clock)) throw refuse('sign_in_again');
}
