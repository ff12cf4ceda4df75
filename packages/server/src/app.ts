import type { FastifyInstance } from 'fastify';
import {
  accountDeletionGuard,
  accountRoutes,
  authorityOf,
  claimWatch,
  movedAmounts,
  passkeysUnderWay,
  registerAuthorityEffects,
  unactivatedVaultGuard,
  vaultDeletionCheck,
} from './account/index.ts';
import { adminRoutes, checkAdministrators } from './admin/index.ts';
import { activityRoutes } from './audit/index.ts';
import { chainRoutes, openChain } from './chain/index.ts';
import { approvalRoutes, credentialRoutes, passkeyRoutes, passkeySignInRoutes } from './credentials/index.ts';
import { identityErasers } from './erasers.ts';
import {
  evmPermissionRoutes,
  permissionApps,
  permissionPasskeys,
  revokePermissionsOfApp,
} from './evm-permissions/index.ts';
import { exportSections } from './export-sections.ts';
import { identityRoutes, type DeletionGuard } from './identity/index.ts';
import { paymentsEndBefore } from './before-deletion.ts';
import { openCheckout, topUpRecords } from './checkout/index.ts';
import { balanceGuard, closeEscrow, escrowGuard, openLedger } from './ledger/index.ts';
import { openNotices } from './open-notices.ts';
import { createProviders } from './open-providers.ts';
import { operationsRoutes } from './operations/index.ts';
import { openExitPages, servePages } from './pages/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import type { Database, Notifications } from './platform/db/index.ts';
import {
  createHttpServer,
  createNotFound,
  memoryRateLimiter,
  mount,
  ownOrigins,
  redisRateLimiter,
  type Overload,
  type Route,
} from './platform/http/index.ts';
import type { Ids } from './platform/ids.ts';
import { startJobs } from './platform/jobs.ts';
import type { Logger } from './platform/log.ts';
import { watchPool, type Metrics } from './platform/metrics.ts';
import type { Sealer } from './platform/sealing/index.ts';
import { profileRoutes } from './profile/index.ts';
import {
  appExists,
  isPausedUnderLock,
  openRelyingParties,
  ownedApps,
  termsFor,
  type AppSettlement,
} from './relying-parties/index.ts';
import { openSessionGrants } from './session-grants/index.ts';
import { openRelay, relayLimits, type CrashPoint } from './relay/index.ts';
import { createAuthenticator, openKeyRing, serviceSecret, sessionRoutes } from './sessions/index.ts';
import { openSecurityLog } from './security-log/index.ts';
import { openStepUp, stepUpRoutes } from './step-up/index.ts';
import { sweeps } from './sweeps.ts';
import { claimRoutes, signInRoutes } from './sign-in/index.ts';

/** Everything the slices are made of. */
export interface AppContext {
  readonly config: Config;
  readonly db: Database;
  readonly sealer: Sealer;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly overload: Overload;
  /** Where the built pages lie. */
  readonly pagesFolder: string;
  /** Where the built on-chain programs lie. */
  readonly programFolder: string;
  /** Tests kill the process at named points of the relay. */
  crashAt?(point: CrashPoint): void;
}

/** The wiring: what exists, and who gets what. Listening is the caller's business. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const { config, db, clock, ids, log, metrics } = context;
  await checkAdministrators(context);
  const keyRing = await openKeyRing(context);
  const secret = (name: string) => serviceSecret(context, name, ids.bytes(32), clock.now());
  const sessions = {
    keyRing,
    refreshKey: await secret('refresh'),
    issuer: config.baseUrl.origin,
    accessTtlSeconds: config.accessTtlSeconds,
    clock,
    ids,
  };
  const cookies = { secure: config.baseUrl.protocol === 'https:', accessTtlSeconds: config.accessTtlSeconds };
  const burnKey = await secret('burn');
  const settleApp: AppSettlement = async (tx, app) => {
    await closeEscrow(context, tx, app.clientId);
    await revokePermissionsOfApp(tx, app, 'app deleted', clock.now());
  };
  const securityLog = openSecurityLog(context);
  const relyingParties = await openRelyingParties({
    ...context,
    events: securityLog.events,
    keyRing,
    issuer: sessions.issuer,
    codeTtlSeconds: config.codeTtlSeconds,
    loginTicketKey: await secret('login-tickets'),
    settleApp,
    beforeAppDeletion: (clientId) => checkout.cancelOpen({ clientId }),
    onDisconnect: (tx, connection) => revokePermissionsOfApp(tx, connection, 'app disconnected', clock.now()),
  });
  const authenticator = createAuthenticator({
    ...context,
    keyRing,
    issuer: sessions.issuer,
    admitBearer: relyingParties.admitBearer,
    admitApp: relyingParties.admitApp,
  });
  const chain = await openChain({ ...context, secret });
  const relay = openRelay({ ...context, chain, limits: relayLimits(config) });
  registerAuthorityEffects(relay);
  const limiter = createLimiter(context);

  const http = await createHttpServer({
    ...context,
    watch: securityLog.watch,
    baseUrl: config.baseUrl,
    authenticator,
    limiter,
    trustedProxies: config.trustedProxies,
    connectionsMax: config.connectionsMax,
    isRegisteredOrigin: relyingParties.isRegisteredOrigin,
  });
  watchPool(metrics, db);
  http.addHook('onClose', async () => {
    relay.close();
    await notices.close();
    await jobs.stop();
    await securityLog.close();
    keyRing.close();
    relyingParties.close();
    sessionGrants.close();
    await chain.close();
    await limiter?.close();
  });

  const providers = await createProviders(http, context);
  const balance: DeletionGuard = (tx, identity) => balanceGuard(tx, identity.id);
  const escrow: DeletionGuard = async (tx, { id }) => escrowGuard(tx, await ownedApps(tx, id));
  const deletionHolds = {
    guards: [balance, escrow, accountDeletionGuard],
    checks: [vaultDeletionCheck(chain)],
  };
  const passkeys = {
    db,
    clock,
    ids,
    sessions,
    cookies,
    burnKey,
    authorityOf,
    passkeysUnderWay,
    relyingParty: { rpId: config.baseUrl.hostname, origin: config.baseUrl.origin },
  };
  const accounts = { db, clock, chain, relay, relyingParty: passkeys.relyingParty };
  const sessionGrants = await openSessionGrants({
    ...context,
    ...accounts,
    appExists: (clientId) => appExists(db, clientId),
  });
  const notices = openNotices(context);
  const apps = { termsFor, isPausedUnderLock };
  const ledger = openLedger({ ...context, apps, topUps: topUpRecords });
  const checkout = openCheckout({ ...context, ledger, apps });
  const jobs = startJobs(
    [
      ...sweeps(context),
      ...relay.jobs,
      ...sessionGrants.jobs,
      ...ledger.jobs,
      ...checkout.jobs,
      ...notices.jobs,
      ...securityLog.jobs,
      movedAmounts(accounts),
      claimWatch(accounts),
    ],
    log,
  );
  const erasers = await identityErasers(context);
  const exit = await openExitPages(context.pagesFolder, chain);
  const beforeDeletion = paymentsEndBefore(db, checkout.cancelOpen);
  const routes: Route[] = [
    ...signInRoutes({
      db,
      clock,
      ids,
      log,
      sessions,
      providers,
      burnKey,
      cookies,
      baseUrl: config.baseUrl,
      claimTtlSeconds: config.claimTtlSeconds,
      secureCookies: cookies.secure,
    }),
    ...claimRoutes({
      db,
      clock,
      ids,
      sessions,
      cookies,
      onTheWay: relyingParties.onTheWay,
      administrators: new Set(config.admins),
    }),
    ...sessionRoutes({ ...sessions, events: securityLog.events, db, cookies }),
    ...identityRoutes({ db, clock, sections: exportSections }),
    ...credentialRoutes({ ...passkeys, ...deletionHolds, erasers, beforeDeletion }),
    ...passkeyRoutes(passkeys),
    ...approvalRoutes(passkeys),
    ...passkeySignInRoutes(passkeys),
    ...activityRoutes({ db }),
    ...notices.routes,
    ...profileRoutes({ db, clock }),
    ...relyingParties.routes,
    ...securityLog.routes,
    ...evmPermissionRoutes({ db, clock, ids, apps: permissionApps, passkeys: permissionPasskeys(passkeys) }),
    ...adminRoutes({
      db,
      clock,
      erasers,
      beforeDeletion,
      administratorGuards: [unactivatedVaultGuard(accounts)],
    }),
    ...sessionGrants.routes,
    ...chainRoutes({ chain, baseUrl: config.baseUrl, exitPageSha256: exit.offlineSha256 }),
    ...ledger.routes,
    ...checkout.routes,
    ...accountRoutes(accounts),
  ];
  routes.push(...stepUpRoutes(passkeys, routes));
  const judge = {
    authenticator,
    limiter,
    ownOrigins: ownOrigins(config.baseUrl),
    admins: new Set(config.admins),
    stepUp: openStepUp(passkeys),
  };
  mount(http, routes, judge);
  await relyingParties.mountOidc(http, judge);
  checkout.mountPages(http, limiter);
  notices.mountPages(http);
  operationsRoutes(http, {
    baseUrl: config.baseUrl,
    clock,
    metrics,
    metricsToken: config.metricsToken,
    routes,
    probes: [
      { name: 'database', check: async () => void (await db.query('select 1')) },
      { name: 'keys', check: async () => void keyRing.active() },
      { name: 'chain', check: () => chain.check() },
    ],
  });
  await servePages(http, {
    folder: context.pagesFolder,
    baseUrl: config.baseUrl,
    exit,
    apiNotFound: createNotFound(routes),
  });
  return http;
}

function createLimiter({ config, clock, log }: AppContext) {
  if (config.rateLimit === 0) return null;
  const local = memoryRateLimiter(clock, config.rateLimit);
  return config.redisUrl ? redisRateLimiter(config.redisUrl, config.rateLimit, local, log) : local;
}
