import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { activityRoutes } from './audit.routes.ts';
import type { ActivityDeps } from './read-activity.ts';
import { forgetOrigins, listAudit } from './audit.store.ts';

const exportMax = 10_000;

export function openAudit(deps: Needs<'config' | 'db'> & ActivityDeps): Slice {
  return {
    routes: activityRoutes(deps),
    async forget() {
      while ((await forgetOrigins(deps.db, deps.config.retentionDays.audit_origins)) > 0n);
    },
    export: { activity: (db, identityId) => listAudit(db, { identityId }, null, exportMax) },
  };
}
