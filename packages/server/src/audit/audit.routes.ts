import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { listActivity, type ActivityDeps } from './list-activity.ts';

export function activityRoutes(deps: ActivityDeps): Route[] {
  return [route(operations.listActivity, ({ caller, query }) => listActivity(deps, caller, query))];
}
