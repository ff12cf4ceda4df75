import { pidOf } from '../identity/index.ts';
import { isRecent, unixSeconds, type Clock } from '../platform/clock.ts';
import type { Database, Notifications } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
import type {
  Admission,
  Authenticator,
  MachineCaller,
  TokenPrincipal,
  UserCaller,
} from '../platform/http/index.ts';
import type { KeyRing } from './key-ring.ts';
import { getAdmission } from './sessions.store.ts';
import { verifyToken, type Audience, type TokenClaims } from './token-codec.ts';

/**
 * The contract allows one second until a change applies on every node. Notifications usually take
 * milliseconds.
 */
const rememberedMillis = 900;
const rememberedMax = 50_000;
const verifiedMax = 20_000;
/** Length of a whole signature. */
const knownByLength = 43;

/** Scanners for leaked credentials recognize the prefix. */
const machineForm = /^pid_machine_[\w-]{43}$/;

type Bearer = Extract<TokenPrincipal, { type: 'bearer' }>;
type App = Extract<TokenPrincipal, { type: 'app' }>;

interface Verified {
  readonly token: string;
  readonly audience: Audience;
  readonly expiresSeconds: number;
  readonly principal: TokenPrincipal;
}

export interface AuthenticatorDeps {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly keyRing: KeyRing;
  readonly issuer: string;
  readonly clock: Clock;
  /**
   * Decide whether a bearer or a machine token of an app is still valid. The relying-parties slice implements
   * them.
   */
  readonly admitBearer: (bearer: Bearer) => Promise<Admission>;
  readonly admitApp: (app: App) => Promise<Admission>;
  /** Finds the holder of a machine credential. The admin slice implements it, including a cache. */
  readonly admitMachine: (secretHash: string) => Promise<MachineCaller | null>;
}

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const remembered = new Map<TokenPrincipal, { admission: Admission; sinceMillis: number }>();
  // Concurrent requests share one look-up: when a busy token leaves the cache, hundreds of requests need it
  // together.
  const underWay = new Map<TokenPrincipal, Promise<Admission>>();
  // Status changes are rare compared with requests, so clearing the whole cache is cheaper than an index by
  // identity.
  const forgetAll = () => {
    remembered.clear();
    underWay.clear();
  };
  deps.notifications.on('identity', forgetAll);
  deps.notifications.on('session', forgetAll);
  deps.notifications.on('grant', forgetAll);
  deps.notifications.onGap(forgetAll);

  // A token is sent many times, but while the keys stay the same its signature needs one check. The cache key
  // is the end of the token: the string is new in every request, so its hash is computed each time, and a
  // short key is cheaper.
  const verified = new Map<string, Verified>();
  deps.keyRing.onChange(() => verified.clear());

  function verify(token: string, audience: Audience): TokenPrincipal | null {
    const nowSeconds = deps.clock.nowSeconds();
    const known = verified.get(token.slice(-knownByLength));
    if (known?.token === token)
      return known.audience === audience && known.expiresSeconds > nowSeconds ? known.principal : null;
    const claims = verifyToken(token, { issuer: deps.issuer, audience, nowSeconds }, deps.keyRing.byId);
    const principal = claims && principalOf(claims);
    if (!principal) return null;
    if (verified.size >= verifiedMax) verified.clear();
    verified.set(token.slice(-knownByLength), { token, audience, expiresSeconds: claims.exp, principal });
    return principal;
  }

  async function lookUp(principal: TokenPrincipal): Promise<Admission> {
    if (principal.type === 'session') return admitSession(deps, principal.identityId, principal.sessionId);
    return principal.type === 'bearer' ? deps.admitBearer(principal) : deps.admitApp(principal);
  }

  async function lookUpAndRemember(principal: TokenPrincipal): Promise<Admission> {
    // Counted from before the query, because the result is at least as recent as that.
    const sinceMillis = deps.clock.nowMillis();
    const asked = lookUp(principal);
    underWay.set(principal, asked);
    // If the cache was cleared during the look-up, the result may be older than the change and is not cached.
    const isWanted = () => underWay.get(principal) === asked;
    try {
      const admission = await asked;
      if (isWanted()) {
        if (remembered.size >= rememberedMax) remembered.clear();
        remembered.set(principal, { admission, sinceMillis });
      }
      return admission;
    } finally {
      if (isWanted()) underWay.delete(principal);
    }
  }

  return {
    identifySession: (token) => verify(token, 'pid_access'),
    identifyBearer: (token) => verify(token, 'bearer') ?? verify(token, 'app'),
    identifyMachine: (token) =>
      machineForm.test(token) ? { type: 'machine', secretHash: sha256(token).toString('hex') } : null,
    admitMachine: ({ secretHash }) => deps.admitMachine(secretHash),
    admit(principal) {
      const known = remembered.get(principal);
      if (known && isRecent(deps.clock, known.sinceMillis, rememberedMillis)) return known.admission;
      return underWay.get(principal) ?? lookUpAndRemember(principal);
    },
  };
}

/** Returns the principal of a token, or null if a claim that its kind requires is missing. */
function principalOf(claims: TokenClaims): TokenPrincipal | null {
  if (claims.aud === 'pid_access')
    return claims.sid ? { type: 'session', identityId: claims.sub, sessionId: claims.sid } : null;
  if (claims.aud === 'app')
    return { type: 'app', clientId: claims.sub, epoch: claims.epo ?? 0, scope: claims.scope ?? 'read' };
  if (!claims.cid || !claims.gid || claims.epo === undefined) return null;
  return {
    type: 'bearer',
    identityId: claims.sub,
    clientId: claims.cid,
    grantId: claims.gid,
    epoch: claims.epo,
    scope: claims.scope ?? '',
  };
}

async function admitSession(
  { db, clock }: Pick<AuthenticatorDeps, 'db' | 'clock'>,
  identityId: string,
  sessionId: string,
): Promise<Admission> {
  const row = await getAdmission(db, identityId, sessionId);
  if (row.identity_id === null) return 'no_identity';
  if (row.status === 'deleted' || row.session_id === null || row.ended_at !== null) return null;
  return {
    type: 'user',
    via: 'session',
    identityId: row.identity_id,
    pid: pidOf(row.handle),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    sessionId: row.session_id,
    authenticatedAt: row.authenticated_at,
    method: row.method,
    countsAsRecent: row.counts_as_recent,
    ...(row.frozen_until !== null && row.frozen_until > clock.now()
      ? { frozenUntil: unixSeconds(row.frozen_until) }
      : {}),
  } satisfies UserCaller;
}
