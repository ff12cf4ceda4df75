import type { Clock } from '../platform/clock.ts';
import { defineError } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';

export const signInAgain = defineError('sign_in_again', 403, 'Sign in again');

const recentSecondsMax = 600;

/** For what a stolen cookie must not be enough: the session's user has proven who they are in the last ten minutes. */
export function requireRecentSignIn(caller: UserCaller, clock: Clock): void {
  if (clock.nowMillis() - caller.authenticatedAt.getTime() > recentSecondsMax * 1000) throw signInAgain();
}
