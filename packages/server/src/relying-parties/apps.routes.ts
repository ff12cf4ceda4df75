import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { showApp } from './app-fields.ts';
import {
  changeApp,
  deleteApp,
  endPreviousSecret,
  ownerOnly,
  registerApp,
  rotateSecret,
  viewApp,
  viewApps,
  type ManageDeps,
} from './manage-app.ts';
import { needsStepUp } from './delicate-changes.ts';

export function appRoutes(deps: ManageDeps): Route[] {
  const { db } = deps;
  return [
    route(operations.registerApp, async ({ caller, body, request, reply }) => {
      const { app, secret } = await registerApp(deps, caller, body, originOf(request));
      reply.header('cache-control', 'no-store');
      return { ...showApp(app), client_secret: secret };
    }),
    route(operations.listApps, ({ caller, query }) => viewApps(db, caller, query)),
    route(operations.getApp, ({ caller, params }) => viewApp(db, caller, params.client_id)),
    route(operations.changeApp, async ({ caller, params, body, request, requireStepUp }) => {
      const owner = ownerOnly(caller, params.client_id);
      if (await needsStepUp(db, owner, params.client_id, body)) await requireStepUp();
      return showApp(await changeApp(deps, owner, params.client_id, body, originOf(request)));
    }),
    route(operations.deleteApp, async ({ caller, params, request }) => {
      await deleteApp(deps, ownerOnly(caller, params.client_id), params.client_id, originOf(request));
      return { ok: true };
    }),
    route(operations.endPreviousSecret, async ({ caller, params, request }) => {
      const owner = ownerOnly(caller, params.client_id);
      await endPreviousSecret(deps, owner, params.client_id, originOf(request));
      return { ok: true };
    }),
    route(operations.rotateAppSecret, async ({ caller, params, body, request, reply }) => {
      const secret = await rotateSecret(
        deps,
        ownerOnly(caller, params.client_id),
        { clientId: params.client_id, keepPreviousSeconds: body.keepPreviousSeconds ?? 0 },
        originOf(request),
      );
      reply.header('cache-control', 'no-store');
      return { client_id: params.client_id, client_secret: secret };
    }),
  ];
}
