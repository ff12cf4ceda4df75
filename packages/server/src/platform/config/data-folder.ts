import path from 'node:path';
import type { Config } from './load-config.ts';

/** The folder of the embedded database and, on loopback, of the master key. */
export function dataFolder(config: Pick<Config, 'dataDir'>, packageFolder: string): string {
  return config.dataDir ? path.resolve(config.dataDir) : path.resolve(packageFolder, '../../.pid');
}
