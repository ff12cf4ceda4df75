import type { Needs } from '../platform/needs.ts';
import { pingDatabase } from './health.store.ts';

export interface ReadinessProbe {
  readonly name: string;
  /**
   * If a needed probe fails, the node is not ready. Other failures are reported as degraded, and load
   * balancers keep sending requests.
   */
  readonly isNeeded: boolean;
  check(): Promise<void>;
}

/** Probes of the database and of the keys that sign tokens. */
export function coreProbes({
  config,
  db,
  reader,
  keyRing,
}: Needs<'config' | 'db' | 'reader'> & { readonly keyRing: { active(): unknown } }): ReadinessProbe[] {
  const replica: ReadinessProbe = {
    name: 'database replica',
    // Without the replica, the primary serves its reads.
    isNeeded: false,
    async check() {
      if (!(await reader.follows()))
        throw new Error('the replica cannot be read or does not follow the primary');
    },
  };
  return [
    { name: 'database', isNeeded: true, check: () => pingDatabase(db) },
    ...(config.databaseReplicaUrl === null ? [] : [replica]),
    { name: 'keys', isNeeded: true, check: async () => void keyRing.active() },
  ];
}
