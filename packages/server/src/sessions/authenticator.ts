import { pidOf } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Notifications } from '../platform/db/index.ts';
import type { Admission, Authenticator, Principal, UserCaller } from '../platform/http/index.ts';
import type { KeyRing } from './key-ring.ts';
import { readAdmission } from './sessions.store.ts';
import { verifyToken, type Audience, type TokenClaims } from './token-codec.ts';

/** The contract allows a second until every node knows; notifications usually make it milliseconds. */
const rememberedMillis = 900;
const rememberedMax = 50_000;
const verifiedMax = 20_000;

type Bearer = Extract<Principal, { type: 'bearer' }>;
type App = Extract<Principal, { type: 'app' }>;

export interface AuthenticatorDeps {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly keyRing: KeyRing;
  readonly issuer: string;
  readonly clock: Clock;
  /** Whether an app's bearer, or its machine token, still stands: the relying-parties slice knows. */
  readonly admitBearer: (bearer: Bearer) => Promise<Admission>;
  readonly admitApp: (app: App) => Promise<Admission>;
}

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const remembered = new Map<string, { admission: Admission; untilMillis: number }>();
  // Status changes are rare next to requests, so forgetting everybody is cheaper than an index of who is whose.
  const forgetAll = () => remembered.clear();
  deps.notifications.on('identity', forgetAll);
  deps.notifications.on('session', forgetAll);
  deps.notifications.on('grant', forgetAll);
  deps.notifications.onGap(forgetAll);

  // A token is sent many times in its life; its signature needs checking once, as long as the keys stay the same.
  const verified = new Map<string, TokenClaims>();
  deps.keyRing.onChange(() => verified.clear());

  function verify(token: string, audience: Audience): TokenClaims | null {
    const nowSeconds = deps.clock.nowSeconds();
    const known = verified.get(token);
    if (known) return known.aud === audience && known.exp > nowSeconds ? known : null;
    const claims = verifyToken(token, { issuer: deps.issuer, audience, nowSeconds }, deps.keyRing.byId);
    if (!claims) return null;
    if (verified.size >= verifiedMax) verified.clear();
    verified.set(token, claims);
    return claims;
  }

  async function lookUp(principal: Principal): Promise<Admission> {
    if (principal.type === 'session') return admitSession(deps.db, principal.identityId, principal.sessionId);
    return principal.type === 'bearer' ? deps.admitBearer(principal) : deps.admitApp(principal);
  }

  async function lookUpAndRemember(key: string, principal: Principal): Promise<Admission> {
    // Counted from before the query: what it reads is at least as fresh as that.
    const untilMillis = deps.clock.nowMillis() + rememberedMillis;
    const admission = await lookUp(principal);
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.set(key, { admission, untilMillis });
    return admission;
  }

  return {
    identifySession(token) {
      const claims = verify(token, 'pid_access');
      return claims?.sid ? { type: 'session', identityId: claims.sub, sessionId: claims.sid } : null;
    },
    identifyBearer(token) {
      const bearer = verify(token, 'bearer');
      if (bearer?.cid && bearer.gid && bearer.epo !== undefined) {
        return {
          type: 'bearer',
          identityId: bearer.sub,
          clientId: bearer.cid,
          grantId: bearer.gid,
          epoch: bearer.epo,
        };
      }
      const app = verify(token, 'app');
      return app ? { type: 'app', clientId: app.sub, epoch: app.epo ?? 0 } : null;
    },
    admit(principal) {
      const key = rememberedKey(principal);
      const known = remembered.get(key);
      if (known && known.untilMillis > deps.clock.nowMillis()) return known.admission;
      return lookUpAndRemember(key, principal);
    },
  };
}

function rememberedKey(principal: Principal): string {
  if (principal.type === 'session') return `${principal.sessionId}${principal.identityId}`;
  return principal.type === 'bearer'
    ? `${principal.grantId}${principal.identityId}${principal.epoch}`
    : `${principal.clientId}:${principal.epoch}`;
}

async function admitSession(db: Database, identityId: string, sessionId: string): Promise<Admission> {
  const row = await readAdmission(db, identityId, sessionId);
  if (row.identity_id === null) return 'no_identity';
  if (row.status === 'deleted' || row.session_id === null || row.ended_at !== null) return null;
  return {
    type: 'user',
    via: 'session',
    identityId: row.identity_id,
    pid: pidOf(row.handle),
    status: row.status,
    createdAt: row.created_at,
    sessionId: row.session_id,
    authenticatedAt: row.authenticated_at,
    method: row.method,
  } satisfies UserCaller;
}
