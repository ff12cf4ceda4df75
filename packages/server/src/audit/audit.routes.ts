import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { readActivity, type ActivityDeps } from './read-activity.ts';

export function activityRoutes(deps: ActivityDeps): Route[] {
  return [route(operations.listActivity, ({ caller, query }) => readActivity(deps, caller, query))];
}
