import { fileURLToPath } from 'node:url';
import type { Clock } from '../src/platform/clock.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Environment } from '../src/platform/config/index.ts';
import { loadConfig } from '../src/settings.ts';
import { openDatabase, serviceUrl, type Database } from '../src/platform/db/index.ts';
import { neverOverloaded, type Overload } from '../src/platform/http/index.ts';
import { createLogger, type Logger } from '../src/platform/log.ts';
import type { Sealer } from '../src/platform/sealing/index.ts';
import { startService, type Service } from '../src/service.ts';
import { databasePlace } from '../src/transparency/log.store.ts';
import { developmentIssuerOf } from './development-login.ts';
import { onFileEnd } from './file-end.ts';
import { freePort } from './free-port.ts';
import { HttpClient } from './http-client.ts';
import { paceSettings } from './pace.ts';
import { cloneDatabase, startedTemplate } from './test-database.ts';
import { seedAdministrators } from './seed-administrators.ts';
import { testMasterKey, testSealer } from './test-sealing.ts';

export interface TestService {
  readonly baseUrl: string;
  readonly service: Service;
  /** Erases the data of an identity in every slice. */
  readonly erasers: readonly Service['erase'][];
  /** Connects as the owner of the tables, who has more privileges than the service. */
  readonly db: Database;
  readonly sealer: Sealer;
  readonly connectionString: string;
  /** Issuer of the logins at the development provider. */
  readonly developmentIssuer: string;
  /** The service's clock, which a test may move forward. */
  readonly clock: Clock & { advanceSeconds(seconds: number): void };
  /** A client with a separate cookie jar: one browser. */
  client(): HttpClient;
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts the whole service over HTTP on a separate database and closes it at the end of the test file. Rate
 * limits are off unless the test sets them. Two services on one `connectionString` are two nodes.
 */
export async function startTestService(
  environment: Environment = {},
  shared?: TestService,
  options: {
    overload?: Overload;
    seedsAdministrators?: boolean;
    log?: Logger;
    /** The clock of the machine. */
    hostClock?: Clock;
    /** The service ends with the worker process, so that the worker's next file can use it too. */
    outlivesFile?: boolean;
  } = {},
): Promise<TestService> {
  const clone = shared
    ? { connectionString: shared.connectionString, drop: async () => {} }
    : await cloneDatabase(await templateFor(environment));
  const clock = shared?.clock ?? shiftedClock();
  const port = await freePort();
  const config = loadConfig({
    PID_RATE_LIMIT: '0',
    PID_MASTER_KEY: testMasterKey,
    PID_LOG_LEVEL: 'silent',
    PID_PORT: String(port),
    // Each connection costs PostgreSQL milliseconds, and again for the plans of its statements.
    PID_DATABASE_POOL: '6',
    ...paceSettings,
    ...(shared ? { PID_BASE_URL: shared.baseUrl } : {}),
    ...environment,
  });
  const baseUrl = `http://localhost:${port}`;
  const developmentIssuer = developmentIssuerOf(config.baseUrl.origin);
  const db = openDatabase({
    connectionString: clone.connectionString,
    poolSize: 4,
    log: createLogger('silent'),
  });
  // A clone of a started database is a copy, in which nothing would be signed.
  if (!shared) await db.query('update log_heads set place = $1', [await databasePlace(db)]);
  if (options.seedsAdministrators !== false) await seedAdministrators(db, developmentIssuer, config.admins);
  const service = await startService({
    config,
    // Tests connect as the owner. The service has only the privileges that it has in production.
    connectionString: serviceUrl(clone.connectionString),
    packageFolder,
    clock,
    overload: options.overload ?? neverOverloaded,
    ...(options.log ? { log: options.log } : {}),
    ...(options.hostClock ? { hostClock: options.hostClock } : {}),
  }).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const close = async () => {
    await service.close();
    await db.close();
    await clone.drop();
  };
  if (!options.outlivesFile) onFileEnd(close);
  return {
    baseUrl,
    service,
    erasers: [service.erase],
    db,
    sealer: testSealer,
    clock,
    connectionString: clone.connectionString,
    developmentIssuer,
    client: () => new HttpClient(baseUrl),
  };
}

/** Settings that the first start of a database fixes. They need a database that was never started. */
const decidedAtFirstStart = /^PID_(?:MODE|BASE_URL|MASTER_KEY)/;
/** A first start fixes these too, but a database that was started without a chain can get any chain later. */
const decidedWithChain = /^PID_(?:CHAIN|EMBEDDED|SOLANA|RELAYER|REGISTRAR)/;

function templateFor(environment: Environment): Promise<string> | undefined {
  const names = Object.keys(environment);
  if (names.some((name) => decidedAtFirstStart.test(name))) return undefined;
  return names.some((name) => decidedWithChain.test(name))
    ? startedTemplate('started_without_chain', (url) => startOnce(url, { PID_CHAIN: 'off' }))
    : startedTemplate('started', (url) => startOnce(url, {}));
}

async function startOnce(connectionString: string, environment: Environment): Promise<void> {
  const service = await startService({
    config: loadConfig({
      PID_MASTER_KEY: testMasterKey,
      PID_LOG_LEVEL: 'silent',
      PID_PORT: String(await freePort()),
      ...paceSettings,
      ...environment,
    }),
    connectionString: serviceUrl(connectionString),
    packageFolder,
  });
  await service.close();
}

/**
 * `PID_TEST_LATER_SECONDS` starts the clock that much later than now, to find tests that pass only at certain
 * hours. `PID_TEST_STARTS_AT` is a date at which every service starts: a few seconds before midnight, its
 * tests run across midnight.
 */
function shiftedClock(): Clock & { advanceSeconds(seconds: number): void } {
  const startsAt = process.env['PID_TEST_STARTS_AT'];
  let shiftMillis =
    startsAt === undefined
      ? Number(process.env['PID_TEST_LATER_SECONDS'] ?? 0) * 1000
      : Date.parse(startsAt) - systemClock.nowMillis();
  const nowMillis = () => systemClock.nowMillis() + shiftMillis;
  return {
    now: () => new Date(nowMillis()),
    nowMillis,
    nowSeconds: () => Math.floor(nowMillis() / 1000),
    advanceSeconds(seconds) {
      shiftMillis += seconds * 1000;
    },
  };
}
