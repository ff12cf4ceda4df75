import { Type } from 'typebox';
import { pidSchema } from '../identity/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { createPermission } from './create-permission.ts';
import { describePermission } from './describe-permission.ts';
import { deniedRedirect, grantFields, readGrantRequest } from './grant-request.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { digestUsed, tooManyPermissions } from './permission-errors.ts';
import { appSchema, contentFields, summarySchema } from './permission-schemas.ts';
import { createdPermission } from './permissions.routes.ts';
import { showContent } from './show-permission.ts';

const describedRequest = Type.Object(
  {
    app: appSchema,
    origin: Type.String(),
    pid: schemas.nullable(pidSchema),
    permission: Type.Object(contentFields),
    summary: summarySchema,
  },
  { title: 'DescribedPermissionRequest' },
);

/** What the hosted page `/grant` calls; `/authorize` has the same two. */
export function grantRequestRoutes(deps: PermissionDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/permissions/request',
      operationId: 'describePermissionRequest',
      summary:
        'What the page that asks for a permission shows: who asks, for what in plain words, who is signed in',
      description: 'A 400 is shown to the user; nobody is ever redirected because of one.',
      tag: 'permissions',
      access: 'optional-user',
      query: Type.Object(grantFields),
      reply: describedRequest,
      async handle({ caller, query }) {
        const { app, returnAddress, read } = await readGrantRequest(deps, query);
        return {
          app: { ...app },
          origin: returnAddress.origin,
          pid: caller?.pid ?? null,
          permission: showContent(read),
          summary: describePermission(read.domain, read.permission),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/permissions/request',
      operationId: 'decidePermissionRequest',
      summary: 'Allow makes the permission, which then waits for the passkey; deny answers where to go',
      tag: 'permissions',
      access: 'optional-user',
      // Denying is open to everybody: it changes nothing.
      allowSuspended: true,
      body: Type.Object({ ...grantFields, decision: schemas.literals(['allow', 'deny']) }),
      reply: Type.Object({
        ...Type.Partial(createdPermission).properties,
        redirectTo: Type.Optional(Type.String()),
      }),
      errors: [commonErrors.unauthorized, commonErrors.identitySuspended, digestUsed, tooManyPermissions],
      async handle({ caller, body, reply }) {
        const { decision, ...fields } = body;
        if (decision === 'allow' && !caller) throw commonErrors.unauthorized();
        const request = await readGrantRequest(deps, fields);
        reply.header('cache-control', 'no-store');
        if (decision === 'deny' || !caller) return { redirectTo: deniedRedirect(request) };
        if (caller.status !== 'active') throw commonErrors.identitySuspended();
        const { clientId, read, state, returnAddress } = request;
        return createPermission(deps, {
          identityId: caller.identityId,
          read,
          clientId,
          redirectUri: returnAddress.href,
          state,
        });
      },
    }),
  ];
}
