import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { decideLogin, describeLogin, type AuthorizeDeps } from './decide-login.ts';

export function authorizeRoutes(deps: AuthorizeDeps): Route[] {
  return [
    route(operations.describeLogin, ({ caller, query }) => describeLogin(deps, caller, query)),
    route(operations.decideLogin, ({ caller, body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return decideLogin(deps, caller, body, originOf(request));
    }),
  ];
}
