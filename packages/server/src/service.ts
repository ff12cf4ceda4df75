import path from 'node:path';
import type { AppContext } from './app-context.ts';
import { buildApp, type WiredService } from './app.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { listen, openDatabase, openReader } from './platform/db/index.ts';
import { watchOverload, type Overload } from './platform/http/index.ts';
import { randomIds } from './platform/ids.ts';
import type { Jobs } from './platform/jobs.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { openSealing } from './open-sealing.ts';
import { hasPlayMoney, hasProviderMoney } from './checkout/index.ts';
import { hasDevelopmentLogins } from './credentials/index.ts';
import { dataFolder, type Mode } from './platform/settings.ts';
import { prepareDatabase } from './prepare-database.ts';
import { keepMode, type Trace } from './sandbox/index.ts';
import type { Config } from './settings.ts';

export interface Service extends Pick<WiredService, 'http' | 'erase' | 'forget'> {
  readonly address: string;
  readonly runJob: Jobs['runNow'];
  /** Waits for load balancers to notice the shutdown, unless it must end immediately. */
  close(options?: { readonly atOnce: boolean }): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly connectionString: string;
  /** Address with the role that migrates, if it is not the role that serves. */
  readonly ownerUrl?: string | null;
  readonly packageFolder: string;
  readonly clock?: Clock;
  readonly hostClock?: Clock;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** Set by tests, which are slow for other reasons. */
  readonly overload?: Overload;
  readonly crashAt?: NonNullable<AppContext['crashAt']>;
}

/** What a database without a mode must not have to get this one. */
const traces: Readonly<Partial<Record<Mode, readonly Trace[]>>> = {
  live: [
    { what: 'play money', isIn: hasPlayMoney },
    { what: 'logins of the development sign-in', isIn: hasDevelopmentLogins },
  ],
  sandbox: [{ what: 'money of a payment provider', isIn: hasProviderMoney }],
};

/** Starts one node: migrates, connects, wires and listens. Closing finishes open requests first. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, connectionString } = options;
  const log = options.log ?? createLogger(config.logLevel);
  const db = openDatabase({
    connectionString,
    poolSize: config.databasePoolSize,
    log,
    namedStatements: config.namedStatements === 'on',
  });
  const clock = options.clock ?? systemClock;
  const prepare = async () => {
    await prepareDatabase({
      ...options,
      ownerUrl: options.ownerUrl ?? null,
      development: config.mode !== 'live',
      mode: config.mode,
      onWait: (migration, reason) => log.warn({ migration, reason }, 'a migration waits for a lock'),
    });
    await keepMode(db, config.mode, traces);
    return openSealing({
      config,
      db,
      dataDir: dataFolder(config, options.packageFolder),
      clock,
      ids: randomIds,
    });
  };
  const sealer = await prepare().catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const reader = openReader({
    db,
    replicaUrl: config.databaseReplicaUrl,
    poolSize: config.databasePoolSize,
    namedStatements: config.namedStatements === 'on',
    clock,
    log,
  });
  const notifications = await listen(config.databaseSessionUrl ?? connectionString, db, log);
  const closeData = async () => {
    await notifications.close();
    await reader.close();
    await db.close();
  };
  try {
    const { http, leave, erase, forget, startJobs } = await buildApp({
      config,
      db,
      reader,
      sealer,
      notifications,
      clock,
      ids: randomIds,
      log,
      metrics: options.metrics ?? createMetrics(),
      overload: options.overload ?? watchOverload(),
      ...(options.hostClock ? { hostClock: options.hostClock } : {}),
      ...(options.crashAt ? { crashAt: options.crashAt } : {}),
      pagesFolder: path.join(options.packageFolder, '../web/dist'),
      programFolder: path.join(options.packageFolder, '../program/artifacts'),
    });
    try {
      const address = await http.listen({ port: config.port, host: config.host });
      const { runNow: runJob } = startJobs();
      let closing: Promise<void> | null = null;
      const close = async ({ atOnce } = { atOnce: false }) => {
        await leave.take(atOnce ? 0 : config.drainSeconds);
        await http.close();
        await closeData();
      };
      return { http, erase, forget, runJob, address, close: (how) => (closing ??= close(how)) };
    } catch (error) {
      await http.close();
      throw error;
    }
  } catch (error) {
    await closeData();
    throw error;
  }
}
