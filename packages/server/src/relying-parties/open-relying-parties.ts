import type { FastifyInstance } from 'fastify';
import type { Needs } from '../platform/needs.ts';
import type { AuthenticatorDeps, KeyRing } from '../sessions/index.ts';
import type { LoginAfterClaim } from '../sign-in/index.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import type { mount } from '../platform/http/index.ts';
import type { Slice } from '../platform/slice.ts';
import type { LoginAges } from './ages.ts';
import { admitApp, admitBearer } from './admit-token.ts';
import { appRoutes } from './apps.routes.ts';
import { authorizeRoutes } from './authorize.routes.ts';
import { loginAfterClaim } from './login-after-claim.ts';
import { loginAs, type LoginAs } from './login-as.ts';
import { connectedAppRoutes } from './connected-apps.routes.ts';
import type { OnDisconnect } from './end-grant.ts';
import { sweepDeviceLogins } from './device/device-logins.store.ts';
import { deviceRoutes } from './device/device.routes.ts';
import { exchangeRoutes } from './exchange.routes.ts';
import type { EndAppData } from './manage-app.ts';
import { serveCovers } from './games/cover.pages.ts';
import { gameRoutes } from './games/games.routes.ts';
import { sweepInvitations } from './members/invitations.store.ts';
import type { OwnerData } from './members/member-deps.ts';
import { memberRoutes } from './members/members.routes.ts';
import { openIdTokenKeys } from './oidc/id-token-keys.ts';
import { logoutRoutes } from './oidc/logout.routes.ts';
import { mountOidc } from './oidc/oidc.routes.ts';
import { sweepLoginCodes } from './codes.store.ts';
import { openCodeLane } from './redeem-code.ts';
import { sweepGuests } from './guests.store.ts';
import { openOriginRegistry } from './origin-registry.ts';
import { eraseRelyingParties, exportRelyingParties } from './for-other-slices.ts';

export interface RelyingPartyDeps
  extends Needs<'db' | 'sealer' | 'notifications' | 'clock' | 'ids' | 'log'>, OwnerData {
  readonly events: SecurityEvents;
  readonly keyRing: KeyRing;
  /** PID's own origin, the issuer of every token. */
  readonly issuer: string;
  readonly codeTtlSeconds: number;
  readonly loginTicketKey: Buffer;
  readonly ages: LoginAges;
  // The next three, and those of `OwnerData`: `appDeletion` in `deletions.ts`.
  readonly endAppData: EndAppData;
  beforeAppDeletion(clientId: string): Promise<void>;
  readonly onDisconnect: OnDisconnect;
}

export interface RelyingParties extends Slice, Pick<AuthenticatorDeps, 'admitBearer' | 'admitApp'> {
  isRegisteredOrigin(origin: string): boolean;
  readonly loginAfterClaim: LoginAfterClaim;
  /** For the sandbox, which consents for test players. */
  readonly loginAs: LoginAs;
  /**
   * Mounts the standard endpoints outside /v1 and outside the OpenAPI document: their RFCs define their
   * formats.
   */
  mountOidc(http: FastifyInstance, judge: Parameters<typeof mount>[2]): Promise<void>;
}

const codesKeptMillis = 86_400_000;
/** After its expiry. */
const invitationsKeptMillis = 30 * 86_400_000;
/** For a guest that nobody claims. */
const guestsKeptMillis = 400 * 86_400_000;

export async function openRelyingParties(given: RelyingPartyDeps): Promise<RelyingParties> {
  const deps = { ...given, spendCode: openCodeLane(given) };
  const origins = await openOriginRegistry(deps);
  const idTokenKeys = openIdTokenKeys(deps);
  return {
    admitBearer: (bearer) => admitBearer(deps.db, bearer),
    admitApp: (app) => admitApp(deps, app),
    isRegisteredOrigin: (origin) => origins.has(origin),
    loginAfterClaim: loginAfterClaim(deps),
    loginAs: loginAs(deps),
    routes: [
      ...appRoutes({ ...deps, beforeDeletion: deps.beforeAppDeletion }),
      ...gameRoutes(deps),
      ...memberRoutes(deps),
      ...authorizeRoutes(deps),
      ...deviceRoutes(deps),
      ...exchangeRoutes(deps),
      ...connectedAppRoutes(deps),
      ...logoutRoutes({ ...deps, idTokenKeys }),
    ],
    mount: (http) => serveCovers(http, deps.db),
    jobs: [
      {
        name: 'sweep login codes',
        everySeconds: 600,
        async run() {
          const before = new Date(deps.clock.nowMillis() - codesKeptMillis);
          await sweepLoginCodes(deps.db, before);
          await sweepDeviceLogins(deps.db, before);
          await sweepInvitations(deps.db, new Date(deps.clock.nowMillis() - invitationsKeptMillis));
          await sweepGuests(deps.db, new Date(deps.clock.nowMillis() - guestsKeptMillis));
        },
      },
    ],
    erase: (tx, { id }, now) => eraseRelyingParties(tx, id, now),
    export: { apps: exportRelyingParties },
    mountOidc: (http, judge) => mountOidc(http, { ...deps, idTokenKeys }, judge),
    close() {
      origins.close();
      idTokenKeys.close();
    },
  };
}
