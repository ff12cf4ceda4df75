import path from 'node:path';
import { buildApp, type WiredService } from '../app.ts';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import { nothingHeard, primaryReader, type Database } from '../platform/db/index.ts';
import { neverOverloaded } from '../platform/http/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { programFolder } from './chain-connection.ts';
import type { CommandContext } from './command.ts';

/** Wires the whole service for a command that needs every slice. It neither listens nor runs jobs. */
export async function withWiredApp<T>(
  context: CommandContext,
  db: Database,
  work: (app: WiredService) => Promise<T>,
): Promise<T> {
  const base = { config: context.config, db, clock: systemClock, ids: randomIds };
  const app = await buildApp({
    ...base,
    reader: primaryReader(db),
    sealer: await openSealing({ ...context, ...base }),
    notifications: nothingHeard,
    log: createLogger('warn', 'stderr'),
    metrics: createMetrics(),
    overload: neverOverloaded,
    pagesFolder: path.join(context.packageFolder, '../web/dist'),
    programFolder: programFolder(context),
  });
  try {
    return await work(app);
  } finally {
    await app.http.close();
  }
}
