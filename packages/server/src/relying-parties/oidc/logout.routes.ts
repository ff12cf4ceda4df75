import { operations } from '@pid/contract';
import { route, type Route } from '../../platform/http/index.ts';
import { describeLogout, type LogoutDeps } from './describe-logout.ts';

export function logoutRoutes(deps: LogoutDeps): Route[] {
  return [
    route(operations.describeLogout, ({ caller, query }) => describeLogout(deps, caller?.pid ?? null, query)),
  ];
}
