import { greetDevice } from '../notices/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import type { KeyRing } from './key-ring.ts';
import { formatRefreshToken, refreshToken, type RefreshToken } from './refresh-token.ts';
import { endReplacedSession, insertSession } from './sessions.store.ts';
import { signToken } from './token-codec.ts';

export const refreshTtlSeconds = 30 * 86_400;
const familyTtlSeconds = 365 * 86_400;

export interface SessionDeps {
  readonly keyRing: KeyRing;
  readonly refreshKey: Buffer;
  readonly issuer: string;
  readonly accessTtlSeconds: number;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The values of the two cookies of a signed-in browser. */
export interface SessionTokens {
  readonly sessionId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface SessionOpening {
  readonly identityId: string;
  readonly method: string;
  readonly openedWith: string;
  readonly userAgent: string | null;
  /** Device id of the browser. */
  readonly device: string | null;
  /** The previous session of this browser, which the new sign-in replaces. */
  readonly replaces: string | null;
  /** When the player authenticated: now at PID, or earlier at a provider. */
  readonly authenticatedAt: Date;
  /** False for a passkey that does not count yet: it opens a session, but the sign-in is not `recent`. */
  readonly countsAsRecent: boolean;
}

/**
 * Opens a session for an identity whose player has just authenticated, in the transaction of that
 * authentication.
 */
export async function openSession(deps: SessionDeps, tx: Tx, input: SessionOpening): Promise<SessionTokens> {
  const now = deps.clock.now();
  const first = refreshToken(deps.ids.uuid(), deps.ids.bytes(32));
  const userAgent = (input.userAgent ?? '').slice(0, 256);
  await insertSession(tx, {
    id: first.sessionId,
    identityId: input.identityId,
    method: input.method,
    openedWith: input.openedWith,
    userAgent,
    refreshHash: first.hash,
    refreshExpiresAt: secondsAfter(now, refreshTtlSeconds),
    familyExpiresAt: secondsAfter(now, familyTtlSeconds),
    authenticatedAt: input.authenticatedAt,
    countsAsRecent: input.countsAsRecent,
    now,
  });
  if (input.replaces) await endReplacedSession(tx, input.replaces, now);
  await greetDevice(deps, tx, {
    identityId: input.identityId,
    sessionId: first.sessionId,
    method: input.method,
    userAgent,
    presented: input.device,
    now,
  });
  return issueTokens(deps, input.identityId, first);
}

export function issueTokens(deps: SessionDeps, identityId: string, refresh: RefreshToken): SessionTokens {
  const iat = deps.clock.nowSeconds();
  return {
    sessionId: refresh.sessionId,
    accessToken: signToken(deps.keyRing.active(), {
      iss: deps.issuer,
      aud: 'pid_access',
      sub: identityId,
      sid: refresh.sessionId,
      jti: deps.ids.token(9),
      iat,
      exp: iat + deps.accessTtlSeconds,
    }),
    refreshToken: formatRefreshToken(deps.refreshKey, refresh),
  };
}

export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
