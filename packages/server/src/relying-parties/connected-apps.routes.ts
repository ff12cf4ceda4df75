import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { disconnectApp, listConnectedApps, type ConnectedDeps } from './connected-apps.ts';

export function connectedAppRoutes(deps: ConnectedDeps): Route[] {
  return [
    route(operations.listConnectedApps, ({ caller, query }) => listConnectedApps(deps, caller, query)),
    route(operations.disconnectApp, async ({ caller, params, request }) => {
      await disconnectApp(deps, caller, params.client_id, originOf(request));
      return { ok: true };
    }),
  ];
}
