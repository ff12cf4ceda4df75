import type { FastifyInstance } from 'fastify';
import { activityRoutes } from './audit/index.ts';
import { checkoutPages, chooseProvider, paymentAnomalies, startReconciling, topUpRoutes } from './checkout/index.ts';
import { credentialRoutes } from './credentials/index.ts';
import { identityRoutes } from './identity/index.ts';
import { appMoneyRoutes, batchMetrics, noApps, openAccountBook, openPostingLane, sendRoutes, statementRoutes, watchLedger } from './ledger/index.ts';
import { operationsRoutes } from './operations/index.ts';
import { servePages } from './pages/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import type { Database, Notifications } from './platform/db/index.ts';
import { createHttpServer, createNotFound, memoryRateLimiter, mount, ownOrigins, redisRateLimiter, type Route } from './platform/http/index.ts';
import type { Ids } from './platform/ids.ts';
import type { Logger } from './platform/log.ts';
import { watchPool, type Metrics } from './platform/metrics.ts';
import { profileRoutes } from './profile/index.ts';
import { createAuthenticator, openKeyRing, serviceSecret, sessionRoutes } from './sessions/index.ts';
import { claimRoutes, developmentProvider, openIdProvider, signInRoutes, type ClaimOnTheWay, type SignInProvider } from './sign-in/index.ts';

/** Everything the slices are made of. */
export interface AppContext {
  readonly config: Config;
  readonly db: Database;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Where the built pages lie. */
  readonly pagesFolder: string;
}

/** The wiring: what exists, and who gets what. Listening is the caller's business. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const { config, db, clock, ids, log, metrics } = context;
  const keyRing = await openKeyRing(context);
  const secret = (name: string) => serviceSecret(db, name, ids.bytes(32), clock.now());
  const sessions = { keyRing, refreshKey: await secret('refresh'), issuer: config.baseUrl.origin, accessTtlSeconds: config.accessTtlSeconds, clock, ids };
  const cookies = { secure: config.baseUrl.protocol === 'https:', accessTtlSeconds: config.accessTtlSeconds };
  const burnKey = await secret('burn');
  const authenticator = createAuthenticator({ ...context, keyRing, issuer: sessions.issuer, admitBearer: async () => null, admitApp: async () => null });
  const limiter = createLimiter(context);

  const http = await createHttpServer({ ...context, baseUrl: config.baseUrl, authenticator, limiter, trustedProxies: config.trustedProxies, isRegisteredOrigin: () => false });
  watchPool(metrics, db);
  http.addHook('onClose', async () => {
    keyRing.close();
    await limiter?.close();
  });

  const providers = await createProviders(http, context);
  const onTheWay: ClaimOnTheWay = { describe: async () => null, allow: async () => null };
  const book = openAccountBook({ db, clock });
  const balanceMax = BigInt(config.balanceMax);
  const lane = openPostingLane({ db, clock, ids, balanceMax, onBatch: batchMetrics(metrics) });
  watchLedger(metrics, db, lane);
  const apps = noApps;
  const checkoutUrl = (id: string) => `${config.baseUrl.origin}/checkout/${id}`;
  const payments = { db, clock, ids, log, provider: chooseProvider(config, db, checkoutUrl), checkoutUrl, onAnomaly: paymentAnomalies(metrics) };
  const reconciling = startReconciling(payments, 15_000);
  http.addHook('onClose', () => reconciling.close());
  const routes: Route[] = [
    ...signInRoutes({ db, clock, ids, log, sessions, providers, burnKey, cookies, baseUrl: config.baseUrl, claimTtlSeconds: config.claimTtlSeconds, secureCookies: cookies.secure }),
    ...claimRoutes({ db, clock, ids, sessions, cookies, onTheWay }),
    ...sessionRoutes({ ...sessions, db, cookies, authenticator }),
    ...identityRoutes(),
    ...credentialRoutes({ db, clock }),
    ...activityRoutes({ db }),
    ...profileRoutes({ db, clock }),
    ...statementRoutes({ db, clock }),
    ...sendRoutes({ db, clock, ids, book, lane, apps }),
    ...appMoneyRoutes({ db, clock, ids, book, lane, apps }),
    ...topUpRoutes({ ...payments, book, apps, balanceMax, providerFee: { bps: config.paymentFeeBps, flat: config.paymentFeeFlat }, ttlSeconds: config.topUpTtlSeconds }),
  ];
  mount(http, routes, { authenticator, limiter, ownOrigins: ownOrigins(config.baseUrl) });
  checkoutPages(http, { ...payments, limiter, ownOrigins: ownOrigins(config.baseUrl) });
  operationsRoutes(http, {
    baseUrl: config.baseUrl,
    metrics,
    metricsToken: config.metricsToken,
    routes,
    probes: [
      { name: 'database', check: async () => void (await db.query('select 1')) },
      { name: 'keys', check: async () => void keyRing.active() },
    ],
  });
  await servePages(http, { folder: context.pagesFolder, baseUrl: config.baseUrl, apiNotFound: createNotFound(routes) });
  return http;
}

function createLimiter({ config, clock, log }: AppContext) {
  if (config.rateLimit === 0) return null;
  const local = memoryRateLimiter(clock, config.rateLimit);
  return config.redisUrl ? redisRateLimiter(config.redisUrl, config.rateLimit, local, log) : local;
}

async function createProviders(http: FastifyInstance, context: AppContext): Promise<Map<string, SignInProvider>> {
  const { config } = context;
  const options = config.providers
    ? config.providers.map((provider) => ({ ...provider, redirectUri: `${config.baseUrl.origin}/v1/auth/callback/${provider.id}`, allowHttp: config.loopback }))
    : [await developmentProvider(http, { ...context, baseUrl: config.baseUrl })];
  return new Map(options.map((provider) => [provider.id, openIdProvider(provider)]));
}
