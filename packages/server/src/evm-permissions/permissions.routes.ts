import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { assertionSchema, passkeyCounterFell, passkeyRefused, passkeyUnknown } from '../credentials/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import { approvePermission } from './approve-permission.ts';
import { createPermission } from './create-permission.ts';
import { approvedRedirect } from './grant-request.ts';
import {
  clientDataUnusual,
  digestUsed,
  noSuchPermission,
  notPending,
  tooManyPermissions,
} from './permission-errors.ts';
import { permissionDetail, permissionFields, permissionItem, typedDataSchema } from './permission-schemas.ts';
import { findGrant, listGrants, type Viewer } from './permissions.store.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { readPermission } from './read-permission.ts';
import { revokePermission } from './revoke-permission.ts';
import { showPermission, showPermissions } from './show-permission.ts';
import { viewerOf } from './viewer.ts';

export const idParams = Type.Object({ id: schemas.uuid });

export const createdPermission = Type.Object(
  {
    id: schemas.uuid,
    status: schemas.literals(['pending']),
    digest: Type.String(),
    typedData: typedDataSchema,
  },
  { title: 'CreatedPermission' },
);

const passkeyOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: schemas.literals(['required']),
  allowCredentials: Type.Array(
    Type.Object({
      id: Type.String(),
      type: schemas.literals(['public-key']),
      transports: Type.Array(Type.String()),
    }),
  ),
});

export function permissionRoutes(deps: PermissionDeps): Route[] {
  return [...readingRoutes(deps), ...decidingRoutes(deps)];
}

async function detailOf(deps: PermissionDeps, id: string, viewer: Viewer) {
  const grant = await findGrant(deps.db, id, viewer);
  if (!grant) throw noSuchPermission();
  return showPermission(deps, grant);
}

function readingRoutes(deps: PermissionDeps): Route[] {
  const { db } = deps;
  return [
    route({
      method: 'GET',
      path: '/v1/permissions',
      operationId: 'listPermissions',
      summary: "The user's permissions, or those that the app holds, newest first",
      tag: 'permissions',
      access: 'app-or-user',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(permissionItem),
      async handle({ caller, query }) {
        const limit = query.limit ?? 50;
        const cursor = decodeCursor(query.cursor, [cursorForms.dateTime, cursorForms.uuid]);
        const grants = await listGrants(
          db,
          viewerOf(caller),
          cursor ? { createdAt: cursor[0]!, id: cursor[1]! } : null,
          limit,
        );
        const last = grants.at(-1);
        return {
          items: await showPermissions(deps, grants),
          nextCursor:
            last && grants.length === limit ? encodeCursor([last.createdAt.toISOString(), last.id]) : null,
        };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/permissions/{id}',
      operationId: 'getPermission',
      summary: 'One permission, with what a wallet shows and what the chain takes',
      tag: 'permissions',
      access: 'app-or-user',
      params: idParams,
      reply: permissionDetail,
      errors: [noSuchPermission],
      handle: ({ caller, params }) => detailOf(deps, params.id, viewerOf(caller)),
    }),
  ];
}

function decidingRoutes(deps: PermissionDeps): Route[] {
  const { db, clock } = deps;
  return [
    route({
      method: 'POST',
      path: '/v1/permissions',
      operationId: 'createPermission',
      summary: 'Makes a permission that waits for a passkey of the identity',
      description:
        'The same request again while it waits answers the same permission; a digest that was used is refused for ever.',
      tag: 'permissions',
      access: 'user',
      body: Type.Object({ ...permissionFields, clientId: Type.Optional(Type.String({ maxLength: 64 })) }),
      reply: createdPermission,
      status: 201,
      errors: [digestUsed, tooManyPermissions, commonErrors.appPaused],
      async handle({ caller, body }) {
        const { clientId, ...request } = body;
        const read = readPermission(request, clock.nowSeconds());
        if (clientId !== undefined && !(await deps.apps.find(db, clientId)))
          throw commonErrors.validationFailed('clientId must be that of a registered app');
        if (clientId !== undefined) await deps.apps.assertActive(db, clientId);
        return createPermission(deps, {
          identityId: caller.identityId,
          read,
          clientId: clientId ?? null,
          redirectUri: null,
          state: null,
        });
      },
    }),
    route({
      method: 'POST',
      path: '/v1/permissions/{id}/options',
      operationId: 'permissionOptions',
      summary: 'Passkey request options whose challenge is the digest',
      tag: 'permissions',
      access: 'user',
      params: idParams,
      reply: passkeyOptions,
      errors: [noSuchPermission],
      async handle({ caller, params }) {
        const grant = await findGrant(db, params.id, { identityId: caller.identityId });
        if (!grant) throw noSuchPermission();
        return {
          ...(await deps.passkeys.options(caller.identityId, Buffer.from(grant.digest.slice(2), 'hex'))),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/permissions/{id}/approve',
      operationId: 'approvePermission',
      summary: "Activates a permission by a passkey's assertion over its digest",
      description: '`redirectTo` is there when an app asked through the hosted page.',
      tag: 'permissions',
      access: 'user',
      params: idParams,
      body: Type.Object({ assertion: assertionSchema }),
      reply: permissionDetail,
      errors: [
        noSuchPermission,
        notPending,
        passkeyRefused,
        passkeyUnknown,
        passkeyCounterFell,
        clientDataUnusual,
      ],
      async handle({ caller, params, body, request }) {
        await approvePermission(deps, {
          caller,
          id: params.id,
          assertion: body.assertion,
          origin: originOf(request),
        });
        const grant = await findGrant(db, params.id, { identityId: caller.identityId });
        if (!grant) throw noSuchPermission();
        const redirectTo = await approvedRedirect(deps, grant);
        return { ...(await showPermission(deps, grant)), ...(redirectTo === null ? {} : { redirectTo }) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/permissions/{id}/revoke',
      operationId: 'revokePermission',
      summary: 'Ends a permission: the owner revokes it, or the app gives it up',
      description: 'Ends it here at once. On the chain it ends when the account itself sends `revokeCall`.',
      tag: 'permissions',
      access: 'app-or-user',
      params: idParams,
      reply: permissionDetail,
      errors: [noSuchPermission],
      async handle({ caller, params, request }) {
        await revokePermission(deps, { caller, id: params.id, origin: originOf(request) });
        return detailOf(deps, params.id, viewerOf(caller));
      },
    }),
  ];
}
