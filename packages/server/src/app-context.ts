import type { Clock } from './platform/clock.ts';
import type { IdentityCheck, Verdict } from './ledger/index.ts';
import type { Platform } from './platform/needs.ts';
import type { Overload } from './platform/http/index.ts';
import type { CrashPoint } from './relay/index.ts';
import type { Config } from './settings.ts';

/** The platform and the folders from which all slices are built. */
export interface AppContext extends Platform {
  readonly config: Config;
  readonly overload: Overload;
  /** Folder of the built pages. */
  readonly pagesFolder: string;
  /** Folder of the built on-chain programs. */
  readonly programFolder: string;
  /** The clock of the machine, if it is not the system's. Tests move `clock` without making a node unready. */
  readonly hostClock?: Clock;
  /** Another way to establish who a player is than the decision of an administrator. */
  readonly identityCheck?: IdentityCheck<Verdict>;
  /** Test hook: kills the process at a named point of the relay. */
  crashAt?(point: CrashPoint): void;
}
