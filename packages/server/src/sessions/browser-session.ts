import { readSingleCookie } from '../platform/http/index.ts';
import type { SessionDeps } from './open-session.ts';
import { parseRefreshToken } from './refresh-token.ts';
import { verifyToken } from './token-codec.ts';

/**
 * Returns the session that a browser's cookies name, even if it has ended. Either cookie is sufficient,
 * because a client may have only one.
 */
export function sessionOfBrowser(
  deps: Pick<SessionDeps, 'keyRing' | 'refreshKey' | 'issuer' | 'clock'>,
  cookieHeader: string | undefined,
): string | null {
  const refresh = readSingleCookie(cookieHeader, 'pid_refresh');
  const fromRefresh = refresh ? parseRefreshToken(deps.refreshKey, refresh) : null;
  if (fromRefresh) return fromRefresh.sessionId;
  const access = readSingleCookie(cookieHeader, 'pid_access');
  const expected = {
    issuer: deps.issuer,
    audience: 'pid_access',
    nowSeconds: deps.clock.nowSeconds(),
  } as const;
  return (access && verifyToken(access, expected, deps.keyRing.byId)?.sid) || null;
}
