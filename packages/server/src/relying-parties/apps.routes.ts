import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { describeApp } from './app-fields.ts';
import {
  changeApp,
  deleteApp,
  endPreviousSecret,
  getApp,
  listApps,
  registerApp,
  rotateAppSecret,
  type ManageDeps,
} from './manage-app.ts';

export function appRoutes(deps: ManageDeps): Route[] {
  const { db } = deps;
  return [
    route(operations.registerApp, async ({ caller, body, request, reply }) => {
      const { app, secret } = await registerApp(deps, caller, body, originOf(request));
      reply.header('cache-control', 'no-store');
      return { ...describeApp({ ...app, role: 'owner' }), client_secret: secret };
    }),
    route(operations.listApps, ({ caller, query }) => listApps(db, caller, query)),
    route(operations.getApp, ({ caller, params }) => getApp(db, caller, params.client_id)),
    route(operations.changeApp, async ({ caller, params, body, request, requireStepUp }) => {
      const change = { clientId: params.client_id, input: body, requireStepUp, origin: originOf(request) };
      return describeApp(await changeApp(deps, caller, change));
    }),
    route(operations.deleteApp, async ({ caller, params, request }) => {
      await deleteApp(deps, caller, params.client_id, originOf(request));
      return { ok: true };
    }),
    route(operations.endPreviousSecret, async ({ caller, params, request }) => {
      await endPreviousSecret(deps, caller, params.client_id, originOf(request));
      return { ok: true };
    }),
    route(operations.rotateAppSecret, async ({ caller, params, body, request, reply }) => {
      const secret = await rotateAppSecret(
        deps,
        caller,
        { clientId: params.client_id, keepPreviousSeconds: body.keepPreviousSeconds },
        originOf(request),
      );
      reply.header('cache-control', 'no-store');
      return { client_id: params.client_id, client_secret: secret };
    }),
  ];
}
