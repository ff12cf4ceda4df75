import type { Needs } from '../platform/needs.ts';
import { daysAhead, makePartitionsAhead, type Queryable } from '../platform/db/index.ts';
import type { Slice } from '../platform/slice.ts';
import { activityRoutes } from './audit.routes.ts';
import type { ActivityDeps } from './list-activity.ts';
import { forgetOrigins, listAuditEvents } from './audit.store.ts';
import type { AuditConfig } from './settings.ts';

const exportRows = 10_000;

export function openAudit(
  deps: Needs<'db' | 'log' | 'metrics'> & ActivityDeps & { readonly config: AuditConfig },
): Slice {
  deps.metrics.gauge(
    'pid_partitions_ahead_days',
    'Days for which every partitioned table has partitions ahead; -1 without partitioned tables',
    async () => (await daysAhead(deps.db)) ?? -1,
  );
  return {
    jobs: [{ name: 'months ahead', everySeconds: 3600, run: () => makeMonths(deps) }],
    routes: activityRoutes(deps),
    async forget() {
      while ((await forgetOrigins(deps.db, deps.config.retentionDays.audit_origins)) > 0n);
    },
    export: { activity: exportActivity },
  };
}

/** All events of an identity, newest first. */
async function exportActivity(db: Queryable, identityId: string) {
  const events: Awaited<ReturnType<typeof listAuditEvents>> = [];
  for (;;) {
    const before = events.at(-1)?.id ?? null;
    const page = await listAuditEvents(db, { identityId }, before, exportRows);
    events.push(...page);
    if (page.length < exportRows) return events;
  }
}

/** Creates partitions of all partitioned tables, including those of other slices. */
async function makeMonths({ db, log }: Needs<'db' | 'log'>): Promise<void> {
  const made = await makePartitionsAhead(db);
  if (made > 0) log.info({ made }, 'made months ahead');
}
