import type { Slice } from '../platform/slice.ts';
import { activityRoutes } from './audit.routes.ts';
import { listAudit } from './audit.store.ts';

const exportMax = 10_000;

export function openAudit(deps: Parameters<typeof activityRoutes>[0]): Slice {
  return {
    routes: activityRoutes(deps),
    export: { activity: (db, identityId) => listAudit(db, identityId, null, exportMax) },
  };
}
