import type { Clock } from './clock.ts';
import type { Config } from './config/index.ts';
import type { Database, Notifications, Reader } from './db/index.ts';
import type { Ids } from './ids.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Sealer } from './sealing/index.ts';

/** What the platform gives to every slice. */
export interface Platform {
  readonly config: Config;
  readonly db: Database;
  /** For reads that may lag, and for nothing that decides: the replica where there is one and it follows. */
  readonly reader: Reader;
  readonly sealer: Sealer;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What one of them asks for, by name and nothing else: `Needs<'db' | 'clock'>`. */
export type Needs<Name extends keyof Platform> = Pick<Platform, Name>;
