import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { markReplay, readIdempotencyKey, route, type Route } from '../platform/http/index.ts';
import { approvePermission } from './approve-permission.ts';
import { checkCall } from './check-call.ts';
import { createPermission } from './create-permission.ts';
import { decidePermissionRequest, describePermissionRequest } from './permission-request.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { recordSpend } from './record-spend.ts';
import { revokePermission } from './revoke-permission.ts';
import { getPermission, listPermissions, permissionOptions } from './get-permission.ts';
import { viewerOf } from './viewer.ts';

export function evmPermissionRoutes(deps: PermissionDeps): Route[] {
  return [...permissionRequestRoutes(deps), ...ownRoutes(deps), ...spendingRoutes(deps)];
}

/** Routes of the hosted page `/grant`. The page `/authorize` has the same two. */
function permissionRequestRoutes(deps: PermissionDeps): Route[] {
  return [
    route(operations.describePermissionRequest, ({ caller, query }) =>
      describePermissionRequest(deps, query, caller),
    ),
    route(operations.decidePermissionRequest, ({ caller, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return decidePermissionRequest(deps, caller, body);
    }),
  ];
}

function ownRoutes(deps: PermissionDeps): Route[] {
  return [
    route(operations.listPermissions, ({ caller, query }) => listPermissions(deps, viewerOf(caller), query)),
    route(operations.getPermission, ({ caller, params }) => getPermission(deps, params.id, viewerOf(caller))),
    route(operations.createPermission, ({ caller, body }) => createPermission(deps, caller.identityId, body)),
    route(operations.permissionOptions, ({ caller, params }) =>
      permissionOptions(deps, params.id, caller.identityId),
    ),
    route(operations.approvePermission, ({ caller, params, body, request }) =>
      approvePermission(deps, {
        caller,
        id: params.id,
        assertion: body.assertion,
        origin: originOf(request),
      }),
    ),
    route(operations.revokePermission, ({ caller, params, request }) =>
      revokePermission(deps, { caller, id: params.id, origin: originOf(request) }),
    ),
  ];
}

function spendingRoutes(deps: PermissionDeps): Route[] {
  return [
    route(operations.checkCall, ({ caller, params, body }) =>
      checkCall(deps, viewerOf(caller), { ...params, ...body }),
    ),
    route(operations.recordSpend, async ({ caller, params, body, request, reply }) => {
      const { answer, isReplay } = await recordSpend(deps, {
        id: params.id,
        clientId: caller.clientId,
        ...body,
        idempotencyKey: readIdempotencyKey(request, params.id)?.key ?? null,
      });
      markReplay(reply, isReplay);
      return answer;
    }),
  ];
}
