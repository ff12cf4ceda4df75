import type { Database } from '../platform/db/index.ts';
import type { RateLimiter } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { findAccount, unloggedSeconds } from '../ledger/index.ts';
import { cacheAccounts, openKeys } from './account-keys.ts';
import { readKeys } from './account-keys.store.ts';
import { beginLog } from './begin-log.ts';
import { keyDestruction, scheduleKey } from './destroy-keys.ts';
import { databaseTime, treeAgeSeconds } from './liabilities.store.ts';
import { serveLog } from './log.pages.ts';
import { lastLogAudit } from './log.store.ts';
import { anchorLiabilities, publishLiabilities, type Anchor } from './publish-liabilities.ts';
import { openLogSequencer } from './sequencer.ts';
import { openSigners, type ReadSecret } from './signers.ts';
import { transparencyRoutes } from './transparency.routes.ts';

export interface TransparencyDeps extends Needs<'db' | 'clock' | 'ids' | 'log' | 'metrics' | 'sealer'> {
  readonly db: Database;
  readonly baseUrl: URL;
  readonly limiter: RateLimiter | null;
  /** `PID_LOG_STATE`. */
  readonly stateFile: string | null;
  readonly secret: ReadSecret;
  /** Null without a chain. */
  readonly anchor: Anchor | null;
}

export async function openTransparency(deps: TransparencyDeps): Promise<Slice> {
  const { db, metrics } = deps;
  await beginLog(deps, deps.baseUrl);
  const cache = cacheAccounts(deps);
  const sequencer = await openLogSequencer({ ...deps, ...cache, signers: openSigners(deps) });
  metrics.gauge(
    'pid_log_unlogged_seconds',
    'Seconds that the oldest posting has waited for the public log; 0 if none waits',
    () => unloggedSeconds(db),
  );
  metrics.gauge(
    'pid_log_stopped',
    '1 while nothing is appended to the public log, because the database was restored',
    () => Number(sequencer.isStopped),
  );
  metrics.gauge(
    'pid_liabilities_age_seconds',
    'Age of the last daily tree over all balances; before the first, of the public log',
    () => treeAgeSeconds(db),
  );
  metrics.gauge(
    'pid_log_audit_findings',
    'Differences between the public log and the ledger that the last `pid ledger audit` has found, and the last one of all entries; -1 before the first',
    async () => (await lastLogAudit(db)).findings,
  );
  metrics.gauge(
    'pid_log_audit_timestamp_seconds',
    'Time of the last comparison of the public log with the ledger; before the first, when the log began',
    async () => ((await lastLogAudit(db)).at?.getTime() ?? 0) / 1000,
  );
  return {
    routes: transparencyRoutes(deps),
    jobs: [
      { name: 'append to the public log', everySeconds: 0.5, run: () => sequencer.append() },
      {
        name: 'publish liabilities',
        everySeconds: 300,
        async run() {
          // A restored database publishes and anchors nothing until its log is continued or begun again.
          if (sequencer.isStopped) return;
          await publishLiabilities({ ...deps, time: () => databaseTime(db) });
          if (deps.anchor) await anchorLiabilities(deps, deps.anchor);
        },
      },
    ],
    mount: (http) => serveLog(http, deps),
    forget: keyDestruction(deps, cache),
    async erase(tx, { id }, now) {
      const account = await findAccount(tx, { kind: 'identity', id });
      if (account !== null) await scheduleKey({ ...deps, db: tx }, account, now);
    },
    export: {
      async books(from, identityId) {
        const account = await findAccount(from, { kind: 'identity', id: identityId });
        const [key] = account === null ? [] : openKeys(deps, await readKeys(from, [account])).values();
        return key ? { accountKey: key.toString('base64') } : null;
      },
    },
  };
}
