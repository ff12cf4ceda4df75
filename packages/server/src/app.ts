import { standardEndpoints, type Operation } from '@pid/contract';
import type { FastifyInstance } from 'fastify';
import { adminRoutes, checkAdministrators, openMachines, type PlayerFacts } from './admin/index.ts';
import { openAllowances } from './allowances/index.ts';
import { openAppActivity } from './app-activity/index.ts';
import type { AppContext } from './app-context.ts';
import { openAppEvents } from './app-events/index.ts';
import { openAudit } from './audit/index.ts';
import { openCheckout, topUpRecords } from './checkout/index.ts';
import { listCountingPasskeys, openCredentials } from './credentials/index.ts';
import { administratorDeletion, appDeletion, ownerDeletion } from './deletions.ts';
import { serveDocs } from './docs/index.ts';
import { openFamilies } from './families/index.ts';
import { openPermissions, permissionApps, permissionPasskeys } from './evm-permissions/index.ts';
import { coreProbes, healthRoutes, openClockWatch, type ReadinessProbe } from './health/index.ts';
import { identityRoutes, type StatusDeps } from './identity/index.ts';
import {
  findBalance,
  lastMove,
  listCounterparties,
  listLastMoves,
  listMovers,
  listMoves,
  openLedger,
} from './ledger/index.ts';
import { assertMailsAreSent, openNotices } from './notices/index.ts';
import { ownerProofs } from './owner-proofs.ts';
import { servePages } from './pages/index.ts';
import { describeForPlayers, findPayment, openPayments } from './payments/index.ts';
import {
  createHttpServer,
  createLeave,
  mount,
  openRateLimiter,
  ownOrigins,
  type Leave,
} from './platform/http/index.ts';
import type { Jobs } from './platform/jobs.ts';
import { watchDatabasePool } from './platform/metrics.ts';
import { openSlices, type Slices } from './platform/slice.ts';
import { watchUpstreams } from './platform/upstream.ts';
import { openProfile } from './profile/index.ts';
import { recipientOf } from './recipients.ts';
import {
  admitToApp,
  isPausedUnderLock,
  lookUpCounted,
  openRelyingParties,
  ownedApps,
  requireReturnAddress,
  termsFor,
} from './relying-parties/index.ts';
import { openSandbox, pageMark } from './sandbox/index.ts';
import { openSecurityLog } from './security-log/index.ts';
import { createAuthenticator, listOpenSessions, openSessions } from './sessions/index.ts';
import { openSettlements } from './settlements/index.ts';
import { openSignIn } from './sign-in/index.ts';
import { openStepUp, stepUpRoutes } from './step-up/index.ts';
import { openTransparency } from './transparency/index.ts';
import { openVerification } from './verification/index.ts';
import { memoAnchor, openWalletChain, openWallets, walletPasskeys } from './wallets.ts';

/** A wired service that does not listen yet. */
export interface WiredService {
  readonly http: FastifyInstance;
  readonly leave: Leave;
  /** Dependencies for deletion by an administrator, over HTTP or on the command line. */
  readonly administration: StatusDeps;
  erase: Slices['erase'];
  /** The data of every slice about an identity, for its export. */
  held: Slices['export'];
  forget: Slices['forget'];
  /** Starts the periodic jobs. */
  startJobs(): Jobs;
}

/** Creates all slices and passes each its dependencies. The caller starts listening. */
export async function buildApp(context: AppContext): Promise<WiredService> {
  const slices = openSlices();
  try {
    return await wire(context, slices);
  } catch (error) {
    await slices.close().catch((failure: unknown) => context.log.warn({ err: failure }, 'not closed'));
    throw error;
  }
}

/**
 * Each slice receives only slices that are open already. `slices.add` decides the order of erasers and of
 * closing, which is the reverse: an eraser still reads the data of the slices added before its own.
 */
async function wire(context: AppContext, slices: Slices): Promise<WiredService> {
  const { config, db, reader, clock, log, metrics } = context;
  const { baseUrl } = config;
  await checkAdministrators(context);
  const securityLog = slices.add(openSecurityLog(context));
  const { events } = securityLog;
  const appActivity = slices.add(openAppActivity({ ...context, admitToApp }));
  const sessions = slices.add(await openSessions({ ...context, events }));
  const { keyRing, secret, cookies } = sessions;
  const { issuer } = sessions.deps;
  const limiter = openRateLimiter(context);
  slices.add({ close: () => limiter?.close() });

  // Opened before relying parties, because the deletion of an app ends its payments. Added below, because the
  // order of `slices.add` decides the order of erasers.
  const apps = { termsFor, admit: admitToApp, isPausedUnderLock, ownedApps, requireReturnAddress };
  const ledger = await openLedger({
    ...context,
    apps,
    topUps: topUpRecords,
    settles: config.settlements !== 'off',
  });
  const payments = openPayments({ ...context, ledger, apps });
  const families = await openFamilies({
    ...context,
    book: ledger.book,
    findPayment,
    isOwnApp: async (clientId, identityId) => (await ownedApps(context.db, identityId)).includes(clientId),
    totalFor: async (payment, identityId) => {
      const [described] = await describeForPlayers(payments.deps, [payment], identityId);
      return BigInt(described!.total);
    },
    lookUpCounted,
    hasCountingPasskey: async (tx, identityId, now) =>
      (await listCountingPasskeys(tx, identityId, now)).length > 0,
  });
  const { ages } = families;
  const markKey = await secret('topup-marks');
  const checkout = openCheckout({
    ...context,
    ledger,
    apps,
    limiter,
    extendPayment: payments.extend,
    findPurchase: payments.findPurchase,
    assertMayTopUp: (tx, identityId) => ages.assertMay(tx, identityId, 'topup'),
    markKey,
  });
  const settlements = openSettlements({ ...context, ledger, apps });
  const money = { ledger, payments, checkout, settlements };

  const relyingParties = slices.add(
    await openRelyingParties({
      ...context,
      ...appDeletion(context, money, ages),
      events,
      keyRing,
      issuer,
      codeTtlSeconds: config.codeTtlSeconds,
      loginTicketKey: await secret('login-tickets'),
      ages,
    }),
  );
  slices.add(openVerification(context));
  const walletChain = await openWalletChain({ ...context, secret }, slices);

  const machines = openMachines(context);
  const { admitBearer, admitApp, isRegisteredOrigin } = relyingParties;
  const authenticator = createAuthenticator({
    ...context,
    keyRing,
    issuer,
    admitBearer,
    admitApp,
    admitMachine: machines.admit,
  });
  const leave = createLeave();
  const http = await createHttpServer({
    ...context,
    leave,
    watches: [securityLog.watch, appActivity.watch, ledger.watch],
    markPage: pageMark(config.mode),
    baseUrl,
    authenticator,
    limiter,
    trustedProxies: config.trustedProxies,
    connectionsMax: config.connectionsMax,
    isRegisteredOrigin,
  });
  http.addHook('onClose', () => slices.close());
  watchDatabasePool(metrics, db);
  watchUpstreams(metrics);

  const relatedOrigins = config.relatedOrigins.map(({ origin }) => origin);
  const passkeys = {
    ...context,
    ...walletPasskeys,
    sessions: sessions.deps,
    cookies,
    burnKey: await secret('burn'),
    adoption: walletChain.adoption,
    relyingParty: { rpId: baseUrl.hostname, origin: baseUrl.origin, relatedOrigins },
  };
  const erasers = [slices.erase];
  slices.add(
    openCredentials({
      ...passkeys,
      ...ownerDeletion(context, money, ages),
      erasers,
      checks: walletChain.deletionChecks,
    }),
  );
  // After credentials: its eraser reads their logins.
  slices.add(await openSignIn(http, { ...passkeys, loginAfterClaim: relyingParties.loginAfterClaim }));
  slices.add({ routes: identityRoutes({ reader, clock, held: slices.export }) });
  slices.add(openAudit({ ...context, listMoves }));
  // After credentials: a wallet is locked before its passkeys, here and in the relay.
  const { guards: administratorGuards, accounts } = await openWallets(
    {
      ...passkeys,
      ...walletChain,
      activations: ledger.activations,
      listCounterparties: (identityId) => listCounterparties(db, identityId),
    },
    slices,
  );
  slices.add(
    openPermissions({
      ...context,
      apps: permissionApps,
      passkeys: permissionPasskeys(passkeys),
      assertMay: (tx, identityId) => ages.assertMay(tx, identityId, 'permission'),
    }),
  );
  slices.add(openProfile({ ...context, isMinor: ages.isKnownMinor }));
  // After credentials and the profile: its eraser sends the last mail to their address in their language.
  slices.add(
    await openNotices({
      ...context,
      secret,
      recipientOf,
      money: { lastMove, listLastMoves, listMovers, listMoves },
      ...ownerProofs(context),
    }),
  );
  const administration: StatusDeps = {
    db,
    clock,
    ...administratorDeletion(context, money, ages),
    erasers,
    administratorGuards,
  };
  const facts: PlayerFacts = {
    balanceOf: async (id) =>
      (await findBalance(reader, { kind: 'identity', id })) ?? { balance: 0n, held: 0n },
    listSessions: (id, limit) => listOpenSessions(reader, id, clock.now(), limit),
  };
  slices.add({ routes: adminRoutes({ ...administration, reader, facts }) });
  // After relying parties: their erasers settle the apps of the identity. Payments end before accounts close.
  slices.add(ledger);
  slices.add(payments);
  slices.add(openAllowances({ ...context, apps, ages }));
  slices.add(checkout);
  slices.add(settlements);
  // After the ledger: it writes to the account that the ledger's eraser closes.
  slices.add(families);
  slices.add(
    await openTransparency({
      ...context,
      baseUrl,
      limiter,
      stateFile: config.logState,
      secret,
      anchor: memoAnchor(walletChain.chain),
    }),
  );
  slices.add(openAppEvents(context));
  if (config.mode !== 'live')
    slices.add(
      await openSandbox({
        ...passkeys,
        baseUrl,
        limiter,
        administrators: new Set(config.admins),
        refusedWords: new Set(config.refusedHandleWords),
        playMoney: checkout.playMoney,
        payments: payments.deps,
        loginAs: relyingParties.loginAs,
        wallets: accounts,
      }),
    );

  const judge = {
    authenticator,
    limiter,
    ownOrigins: new Set([...ownOrigins(baseUrl), ...relatedOrigins]),
    admins: new Set(config.admins),
    stepUp: openStepUp(passkeys),
    recordUse: machines.recordUse,
  };
  // Last: it confirms the operations of all slices.
  slices.add({
    routes: stepUpRoutes(passkeys, slices.routes()),
    mount: (server) => relyingParties.mountOidc(server, judge),
  });
  const clockWatch = openClockWatch(context);
  slices.add({ jobs: [clockWatch.job] });
  const routes = slices.routes();
  const documented = [...routes, ...Object.values<Operation>(standardEndpoints)];
  mount(http, routes, judge);
  await slices.mount(http);
  healthRoutes(http, {
    ...context,
    baseUrl,
    metricsToken: config.metricsToken,
    leave,
    documented,
    probes: [
      ...coreProbes({ ...context, keyRing }),
      ...clockWatch.probes,
      ...walletChain.probes,
      ...mailProbes(context),
    ],
  });
  await serveDocs(http, { folder: context.pagesFolder, origin: baseUrl.origin, operations: documented });
  await servePages(http, {
    folder: context.pagesFolder,
    baseUrl,
    operator: config,
    clock,
    exit: walletChain.exit,
    ages: families.shown,
  });
  return {
    http,
    leave,
    administration,
    erase: slices.erase,
    held: slices.export,
    forget: slices.forget,
    startJobs: () => slices.startJobs({ log, metrics }),
  };
}

/** Players can do everything without mails, and all nodes share the mail server: never a reason to be unready. */
function mailProbes({ config, db, clock }: AppContext): ReadinessProbe[] {
  if (!config.smtpUrl) return [];
  return [{ name: 'mail', isNeeded: false, check: () => assertMailsAreSent(db, clock) }];
}
