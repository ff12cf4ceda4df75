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
import { registerGrant, revokeGrant } from './relay-grant.ts';
import { brokenRules, validateGrant, type JudgeDeps, type ValidateDeps } from './validate-grant.ts';
import { viewGrants } from './view-grants.ts';

export function validateRoute(deps: ValidateDeps): Route {
  return route(operations.validateSessionGrant, ({ body }) => validateGrant(deps, body), {
    furtherRules: (body) => brokenRules(deps, body),
  });
}

export function grantRoutes(deps: AccountDeps & JudgeDeps): Route[] {
  return [
    route(
      operations.registerSessionGrant,
      async ({ body, caller, request, reply }) => {
        const { sessionAddress, signature, replayed } = await registerGrant(
          deps,
          requestOf(caller, request, 'register_session'),
          body,
        );
        if (replayed) markReplay(reply);
        return { sessionAddress, signature, status: 'confirmed' as const };
      },
      { furtherRules: (body) => brokenRules(deps, body) },
    ),
    route(operations.listSessionGrants, ({ caller, query }) => viewGrants(deps, caller, query)),
    route(operations.revokeSessionGrant, async ({ params, body, caller, request, reply }) => {
      const { sessionAddress } = params;
      const { signature, replayed } = await revokeGrant(
        deps,
        requestOf(caller, request, `revoke_session ${sessionAddress}`),
        sessionAddress,
        body,
      );
      if (replayed) markReplay(reply);
      return { signature, status: 'confirmed' as const };
    }),
  ];
}

function requestOf(caller: UserCaller, request: FastifyRequest, operation: string): AccountRequest {
  return { caller, origin: originOf(request), idempotencyKey: readIdempotencyKey(request, operation) };
}
