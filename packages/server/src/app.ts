import type { FastifyInstance } from 'fastify';
import { accountDeletionGuard, authorityOf, mayStillGuard, passkeysUnderWay } from './account/index.ts';
import { adminRoutes, checkAdministrators, openMachines } from './admin/index.ts';
import type { AppContext } from './app-context.ts';
import { openAppActivity } from './app-activity/index.ts';
import { openAppEvents } from './app-events/index.ts';
import { openAudit } from './audit/index.ts';
import { paymentsEndBefore } from './before-deletion.ts';
import { openCheckout, topUpRecords } from './checkout/index.ts';
import {
  isRecentAtProvider,
  isRecoveredSince,
  listCountingPasskeys,
  openCredentials,
} from './credentials/index.ts';
import {
  openPermissions,
  permissionApps,
  permissionPasskeys,
  revokePermissionsOfApp,
} from './evm-permissions/index.ts';
import { identityRoutes, type StatusDeps } from './identity/index.ts';
import { balanceGuard, closeEscrow, escrowGuard, lastMove, listMoves, openLedger } from './ledger/index.ts';
import { openNotices } from './notices/index.ts';
import { serveDocs } from './docs/index.ts';
import { healthRoutes } from './health/index.ts';
import { servePages } from './pages/index.ts';
import type { Tx } from './platform/db/index.ts';
import {
  createHttpServer,
  createLeave,
  createNotFound,
  memoryRateLimiter,
  mount,
  ownOrigins,
  redisRateLimiter,
  type Leave,
  type UserCaller,
} from './platform/http/index.ts';
import type { Jobs } from './platform/jobs.ts';
import { watchPool } from './platform/metrics.ts';
import { openSlices, type Slices } from './platform/slice.ts';
import { watchUpstreams } from './platform/upstream.ts';
import { openPayments } from './payments/index.ts';
import { openProfile } from './profile/index.ts';
import { recipientOf } from './recipients.ts';
import { delayRecovery, isGuardianKey, listOpenAttempts } from './recovery/index.ts';
import {
  appOwner,
  requireReturnAddress,
  isPausedUnderLock,
  openRelyingParties,
  ownedApps,
  termsFor,
} from './relying-parties/index.ts';
import { openSecurityLog } from './security-log/index.ts';
import { createAuthenticator, endSessions, openSessions } from './sessions/index.ts';
import { openSignIn } from './sign-in/index.ts';
import { openStepUp, stepUpRoutes } from './step-up/index.ts';
import { openVerification } from './verification/index.ts';
import { openWallets } from './wallets.ts';

/** A wired service that does not listen yet. */
export interface App {
  readonly http: FastifyInstance;
  readonly leave: Leave;
  /** Dependencies for deletion by an administrator, over HTTP or on the command line. */
  readonly administration: StatusDeps;
  erase: Slices['erase'];
  forget: Slices['forget'];
  /** Starts the periodic jobs. */
  startJobs(): Jobs;
}

/** Creates all slices and passes each its dependencies. The caller starts listening. */
export async function buildApp(context: AppContext): Promise<App> {
  const slices = openSlices();
  try {
    return await wire(context, slices);
  } catch (error) {
    await slices.close().catch((failure: unknown) => context.log.warn({ err: failure }, 'not closed'));
    throw error;
  }
}

async function wire(context: AppContext, slices: Slices): Promise<App> {
  const { config, db, reader, clock, log, metrics } = context;
  await checkAdministrators(context);
  const securityLog = slices.add(openSecurityLog(context));
  const { events } = securityLog;
  const appActivity = slices.add(openAppActivity({ ...context, appOwner }));
  const verification = openVerification(context);
  const sessions = slices.add(await openSessions({ ...context, events }));
  const { keyRing, secret, cookies } = sessions;
  const { issuer } = sessions.deps;
  const relyingParties = slices.add(
    await openRelyingParties({
      ...context,
      events,
      keyRing,
      issuer,
      codeTtlSeconds: config.codeTtlSeconds,
      loginTicketKey: await secret('login-tickets'),
      async settleApp(tx, app) {
        await payments.cancelOpenOfApp(tx, app.clientId);
        await closeEscrow(context, tx, app.clientId);
        await appActivity.forgetApp(tx, app.clientId);
        await verification.forgetApp(tx, app.clientId);
        await revokePermissionsOfApp(tx, app, 'app deleted', clock.now());
      },
      beforeAppDeletion: (clientId) => checkout.cancelOpen({ clientId }),
      onDisconnect: (tx, connection) =>
        revokePermissionsOfApp(tx, connection, 'app disconnected', clock.now()),
    }),
  );
  slices.add(verification);
  const { admitBearer, admitApp, isRegisteredOrigin } = relyingParties;
  const machines = openMachines(context);
  const authenticator = createAuthenticator({
    ...context,
    keyRing,
    issuer,
    admitBearer,
    admitApp,
    admitMachine: machines.admit,
  });
  const relatedOrigins = config.relatedOrigins.map(({ origin }) => origin);
  const relyingParty = { rpId: config.baseUrl.hostname, origin: config.baseUrl.origin, relatedOrigins };
  const wallets = await openWallets({ ...context, secret }, slices, relyingParty);
  const limiter = createLimiter(context);
  slices.add({ close: () => limiter?.close() });
  const leave = createLeave();
  const http = await createHttpServer({
    ...context,
    leave,
    watches: [securityLog.watch, appActivity.watch],
    baseUrl: config.baseUrl,
    authenticator,
    limiter,
    trustedProxies: config.trustedProxies,
    connectionsMax: config.connectionsMax,
    isRegisteredOrigin,
  });
  http.addHook('onClose', () => slices.close());
  watchPool(metrics, db);
  watchUpstreams(metrics);

  const passkeys = {
    ...context,
    sessions: sessions.deps,
    cookies,
    burnKey: await secret('burn'),
    authorityOf,
    passkeysUnderWay,
    // During a recovery, the database does not list the new passkey yet, so the known passkeys are not
    // complete.
    mayStillGuard: async (...[tx, id, known]: Parameters<typeof mayStillGuard>) =>
      (await listOpenAttempts(tx, [id])).length > 0 ? null : mayStillGuard(tx, id, known),
    isGuardian: isGuardianKey,
    adoption: wallets.adoption,
    relyingParty,
  };
  const topUpsEnd = paymentsEndBefore(db, (holder) => checkout.cancelOpen(holder));
  const administration: StatusDeps = {
    db,
    clock,
    erasers: [slices.erase],
    async beforeDeletion(identity) {
      await payments.voidHoldsOf(identity.id);
      await topUpsEnd(identity);
    },
    settle: (...change) => ledger.leave(...change),
    administratorGuards: wallets.administratorGuards,
  };
  slices.add(
    openCredentials({
      ...passkeys,
      erasers: administration.erasers,
      beforeDeletion: topUpsEnd,
      guards: [
        (tx, { id }) => payments.holdGuard(tx, id),
        (tx, { id }) => balanceGuard(tx, id),
        async (tx, { id }) => escrowGuard(tx, await ownedApps(tx, id)),
        accountDeletionGuard,
      ],
      checks: wallets.deletionChecks,
    }),
  );
  slices.add(await openSignIn(http, { ...passkeys, loginAfterClaim: relyingParties.loginAfterClaim }));
  slices.add({ routes: identityRoutes({ reader, clock, held: slices.export }) });
  slices.add(openAudit({ ...context, listMoves }));
  await wallets.addSlices();
  slices.add(openPermissions({ ...context, apps: permissionApps, passkeys: permissionPasskeys(passkeys) }));
  slices.add(openProfile(context));
  slices.add(
    openNotices({ ...context, recipientOf, money: { lastMove, listMoves }, ...proofsOfOwner(context) }),
  );
  slices.add({ routes: adminRoutes({ ...administration, reader }) });
  const apps = { termsFor, isPausedUnderLock, ownedApps };
  const ledger = slices.add(await openLedger({ ...context, apps, topUps: topUpRecords }));
  const payments = slices.add(openPayments({ ...context, ledger, apps: { ...apps, requireReturnAddress } }));
  const markKey = await secret('topup-marks');
  const checkout = slices.add(
    openCheckout({ ...context, ledger, apps, limiter, extendPayment: payments.extend, markKey }),
  );
  slices.add(openAppEvents(context));
  const judge = {
    authenticator,
    limiter,
    ownOrigins: new Set([...ownOrigins(config.baseUrl), ...relatedOrigins]),
    admins: new Set(config.admins),
    stepUp: openStepUp(passkeys),
    recordUse: machines.recordUse,
  };
  slices.add({
    routes: stepUpRoutes(passkeys, slices.routes()),
    mount: (server) => relyingParties.mountOidc(server, judge),
  });
  mount(http, slices.routes(), judge);
  await slices.mount(http);
  healthRoutes(http, {
    baseUrl: config.baseUrl,
    clock,
    log,
    metrics,
    metricsToken: config.metricsToken,
    leave,
    routes: slices.routes(),
    probes: [
      { name: 'database', isNeeded: true, check: async () => void (await db.query('select 1')) },
      ...(config.databaseReplicaUrl === null ? [] : [replicaProbe(reader)]),
      { name: 'keys', isNeeded: true, check: async () => void keyRing.active() },
      ...wallets.probes,
    ],
  });
  await serveDocs(http, {
    folder: context.pagesFolder,
    origin: config.baseUrl.origin,
    operations: slices.routes(),
  });
  await servePages(http, {
    folder: context.pagesFolder,
    baseUrl: config.baseUrl,
    operator: config,
    clock,
    exit: wallets.exit,
    apiNotFound: createNotFound(slices.routes()),
  });
  return {
    http,
    leave,
    administration,
    erase: slices.erase,
    forget: slices.forget,
    startJobs: () => slices.startJobs(log),
  };
}

/** Not needed for readiness: without the replica, the primary serves its reads. */
function replicaProbe(reader: AppContext['reader']) {
  return {
    name: 'database replica',
    isNeeded: false,
    async check() {
      if (!(await reader.follows()))
        throw new Error('the replica cannot be read or does not follow the primary');
    },
  };
}

/**
 * Lets notices verify that the caller is the owner, and end all sessions when the owner reports "this was not
 * me".
 */
function proofsOfOwner({ db, clock }: AppContext) {
  return {
    endSessions: async (tx: Tx, identityId: string, now: Date) =>
      void (await endSessions(tx, { identityId, exceptId: null, reason: 'frozen', now })),
    isRecentAtProvider: (caller: UserCaller) => isRecentAtProvider(caller, clock),
    hasCountingPasskey: async (identityId: string) =>
      (await listCountingPasskeys(db, identityId, clock.now())).length > 0,
    isRecoveredSince: (identityId: string, since: Date) => isRecoveredSince(db, identityId, since),
    delayRecovery,
  };
}

function createLimiter({ config, clock, log, metrics }: AppContext) {
  if (config.rateLimit === 0) return null;
  const local = memoryRateLimiter(clock, config);
  return config.redisUrl ? redisRateLimiter(config.redisUrl, config, local, { log, metrics }) : local;
}
