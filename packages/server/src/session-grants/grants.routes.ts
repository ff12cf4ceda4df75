import { operations } from '@pid/contract';
import type { FastifyRequest } from 'fastify';
import type { AccountDeps, AccountRequest } from '../account/index.ts';
import { originOf } from '../audit/index.ts';
import {
  markReplay,
  readIdempotencyKey,
  route,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import { registerSessionGrant, revokeSessionGrant } from './relay-grant.ts';
import {
  brokenRules,
  validateSessionGrant,
  type JudgeDeps,
  type ValidateDeps,
} from './validate-session-grant.ts';
import { getSessionGrant, listSessionGrants } from './list-session-grants.ts';

export function validateRoute(deps: ValidateDeps): Route {
  return route(operations.validateSessionGrant, ({ body }) => validateSessionGrant(deps, body), {
    furtherRules: (body) => brokenRules(deps, body),
  });
}

export function grantRoutes(deps: AccountDeps & JudgeDeps): Route[] {
  return [
    route(
      operations.registerSessionGrant,
      async ({ body, caller, request, reply }) => {
        const { sessionAddress, signature, replayed } = await registerSessionGrant(
          deps,
          requestOf(caller, request, 'register_session'),
          body,
        );
        markReplay(reply, replayed);
        return { sessionAddress, signature, status: 'confirmed' as const };
      },
      { furtherRules: (body) => brokenRules(deps, body) },
    ),
    route(operations.listSessionGrants, ({ caller, query }) => listSessionGrants(deps, caller, query)),
    route(operations.getSessionGrant, ({ params }) => getSessionGrant(deps, params.sessionAddress)),
    route(operations.revokeSessionGrant, async ({ params, body, caller, request, reply }) => {
      const { sessionAddress } = params;
      const { signature, replayed } = await revokeSessionGrant(
        deps,
        requestOf(caller, request, `revoke_session ${sessionAddress}`),
        sessionAddress,
        body,
      );
      markReplay(reply, replayed);
      return { signature, status: 'confirmed' as const };
    }),
  ];
}

function requestOf(caller: UserCaller, request: FastifyRequest, operation: string): AccountRequest {
  return { caller, origin: originOf(request), idempotencyKey: readIdempotencyKey(request, operation) };
}
