import { operations } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { auditPage } from './audit-page.ts';

export function activityRoutes({ db }: { db: Queryable }): Route[] {
  return [route(operations.listActivity, ({ caller, query }) => auditPage(db, caller.identityId, query))];
}
