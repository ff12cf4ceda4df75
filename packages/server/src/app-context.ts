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
  /** Test hook: kills the process at a named point of the relay. */
  crashAt?(point: CrashPoint): void;
}
