import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import {
  encodeCursor,
  route,
  schemas,
  type AppCaller,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import { noSuchApp, tooManyApps } from './app-errors.ts';
import { appFields, appSchema, clientIdParams, readCursor, showApp } from './app-fields.ts';
import { findApp, listApps } from './apps.store.ts';
import { changeApp, deleteApp, registerApp, rotateSecret, type ManageDeps } from './manage-app.ts';

const { name, origins, logoUrl, feeBps, feeFlat, redirectUris, requireSecret } = appFields;
const optionalFields = {
  logoUrl: Type.Optional(logoUrl),
  feeBps: Type.Optional(feeBps),
  feeFlat: Type.Optional(feeFlat),
  redirectUris: Type.Optional(redirectUris),
  requireSecret: Type.Optional(requireSecret),
};

export function appRoutes(deps: ManageDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/apps',
      operationId: 'registerApp',
      summary: 'Registers an app; its secret is shown this once',
      tag: 'apps',
      access: 'user',
      body: Type.Object({ name, origins, ...optionalFields }),
      status: 201,
      reply: Type.Object(
        { ...appSchema.properties, client_secret: Type.String() },
        { title: 'RegisteredApp' },
      ),
      errors: [tooManyApps],
      async handle({ caller, body, request, reply }) {
        const { app, secret } = await registerApp(deps, caller, body, originOf(request));
        reply.header('cache-control', 'no-store');
        return { ...showApp(app), client_secret: secret };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/apps',
      operationId: 'listApps',
      summary: 'The own apps, newest first',
      tag: 'apps',
      access: 'user',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(appSchema),
      async handle({ caller, query }) {
        const limit = query.limit ?? 50;
        const apps = await listApps(deps.db, caller.identityId, readCursor(query.cursor), limit);
        return {
          items: apps.map(showApp),
          nextCursor: apps.length === limit ? encodeCursor([apps.at(-1)!.clientId]) : null,
        };
      },
    }),
    ...singleAppRoutes(deps),
  ];
}

/** An app that is not the caller's does not exist for them, whatever they try and whoever they are. */
function singleAppRoutes(deps: ManageDeps): Route[] {
  const shape = { tag: 'apps', access: 'app-or-user', params: clientIdParams } as const;
  return [
    route({
      ...shape,
      method: 'GET',
      path: '/v1/apps/{client_id}',
      operationId: 'getApp',
      summary: 'One of the own apps, or the app itself by its machine token',
      reply: appSchema,
      errors: [noSuchApp],
      async handle({ caller, params }) {
        const app = await findApp(deps.db, params.client_id);
        const isOwn =
          app &&
          (caller.type === 'app' ? caller.clientId === app.clientId : caller.identityId === app.ownerId);
        if (!isOwn) throw noSuchApp();
        return showApp(app);
      },
    }),
    route({
      ...shape,
      method: 'PATCH',
      path: '/v1/apps/{client_id}',
      operationId: 'changeApp',
      summary:
        'Changes the given fields; another name, logo, origin or redirect address, or a higher fee, loses the verified badge',
      description:
        'Taking `requireSecret` back needs a step-up: whoever holds a session could then do without the secret.',
      stepUp: 'judged',
      body: Type.Object({ name: Type.Optional(name), origins: Type.Optional(origins), ...optionalFields }),
      reply: appSchema,
      errors: [noSuchApp],
      async handle({ caller, params, body, request, requireStepUp }) {
        const owner = ownerOnly(caller, params.client_id);
        if (body.requireSecret === false && (await findApp(deps.db, params.client_id))?.requireSecret)
          await requireStepUp();
        return showApp(await changeApp(deps, owner, params.client_id, body, originOf(request)));
      },
    }),
    route({
      ...shape,
      method: 'DELETE',
      path: '/v1/apps/{client_id}',
      operationId: 'deleteApp',
      stepUp: 'assertion',
      summary: 'Deletes an app and ends every token of it',
      reply: schemas.okReply,
      errors: [noSuchApp],
      async handle({ caller, params, request }) {
        await deleteApp(deps, ownerOnly(caller, params.client_id), params.client_id, originOf(request));
        return { ok: true };
      },
    }),
    route({
      ...shape,
      method: 'POST',
      path: '/v1/apps/{client_id}/secret',
      operationId: 'rotateAppSecret',
      summary: 'A new secret, shown this once',
      description:
        'The old one and its machine tokens end at once, or after `keepPreviousSeconds`, so that backends can change over.',
      stepUp: 'assertion',
      body: Type.Object({
        keepPreviousSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
      }),
      reply: Type.Object({ client_id: Type.String(), client_secret: Type.String() }),
      errors: [noSuchApp],
      async handle({ caller, params, body, request, reply }) {
        const secret = await rotateSecret(
          deps,
          ownerOnly(caller, params.client_id),
          { clientId: params.client_id, keepPreviousSeconds: body.keepPreviousSeconds ?? 0 },
          originOf(request),
        );
        reply.header('cache-control', 'no-store');
        return { client_id: params.client_id, client_secret: secret };
      },
    }),
  ];
}

/** A machine token reads its own app and changes nothing; for another app it learns only that there is none. */
function ownerOnly(caller: UserCaller | AppCaller, clientId: string): UserCaller {
  if (caller.type === 'user') return caller;
  throw caller.clientId === clientId ? commonErrors.readOnlyToken() : noSuchApp();
}
