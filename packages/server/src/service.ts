import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppContext } from './app.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import { listen, migrate, openDatabase, readMigrations } from './platform/db/index.ts';
import { randomIds } from './platform/ids.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';

export interface Service {
  readonly http: FastifyInstance;
  readonly address: string;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly connectionString: string;
  readonly packageFolder: string;
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly crashAt?: NonNullable<AppContext['crashAt']>;
}

/** One node: migrates, connects, wires and listens. Closing finishes what is in flight first. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, connectionString } = options;
  const log = options.log ?? createLogger(config.logLevel);
  await migrate(connectionString, await readMigrations(path.join(options.packageFolder, 'src')));
  const db = openDatabase({ connectionString, poolSize: config.databasePoolSize, log, namedStatements: config.namedStatements === 'on' });
  const notifications = await listen(connectionString, log);
  const closeData = async () => {
    await notifications.close();
    await db.close();
  };
  try {
    const http = await buildApp({
      config,
      db,
      notifications,
      clock: options.clock ?? systemClock,
      ids: randomIds,
      log,
      metrics: createMetrics(),
      ...(options.crashAt ? { crashAt: options.crashAt } : {}),
      pagesFolder: path.join(options.packageFolder, '../web/dist'),
      programFolder: path.join(options.packageFolder, '../program/artifacts'),
    });
    const address = await http.listen({ port: config.port, host: config.host });
    return {
      http,
      address,
      async close() {
        await http.close();
        await closeData();
      },
    };
  } catch (error) {
    await closeData();
    throw error;
  }
}
