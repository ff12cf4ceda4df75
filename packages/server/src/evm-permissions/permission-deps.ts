import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import type { PermissionApps, PermissionPasskeys } from './ports.ts';

export interface PermissionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly apps: PermissionApps;
  readonly passkeys: PermissionPasskeys;
}
