import type { Clock } from './clock.ts';
import type { Database, Notifications, Reader } from './db/index.ts';
import type { Ids } from './ids.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Sealer } from './sealing/index.ts';
import type { PlatformConfig } from './settings.ts';

/** The dependencies that the platform gives to every slice. */
export interface Platform {
  readonly config: PlatformConfig;
  readonly db: Database;
  /** For reads that may lag, never for decisions: the replica if there is one and it is not behind. */
  readonly reader: Reader;
  readonly sealer: Sealer;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The dependencies of one slice, by name: `Needs<'db' | 'clock'>`. */
export type Needs<Name extends keyof Platform> = Pick<Platform, Name>;
