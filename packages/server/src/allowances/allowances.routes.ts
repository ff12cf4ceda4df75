import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { markFound, route, type Route } from '../platform/http/index.ts';
import type { AllowanceDeps } from './allowance-deps.ts';
import { approveAllowance } from './approve-allowance.ts';
import { createAllowance } from './create-allowance.ts';
import { describeForApp, describeForPlayer } from './describe-allowance.ts';
import { endAllowance } from './end-allowance.ts';
import { getAllowance, getAllowanceStatus } from './get-allowance.ts';
import { listAllowances } from './list-allowances.ts';

export function allowanceRoutes(deps: AllowanceDeps): Route[] {
  return [
    route(operations.createAllowance, async ({ caller, params, body, reply }) => {
      const asked = { clientId: params.client_id, input: body };
      const { allowance, isNew } = await createAllowance(deps, caller, asked);
      markFound(reply, !isNew);
      return describeForApp(deps, allowance);
    }),
    route(operations.listAllowances, ({ caller, query }) => listAllowances(deps, caller.identityId, query)),
    route(operations.getAllowance, ({ caller, params }) => getAllowance(deps, params.id, caller.identityId)),
    route(operations.getAllowanceStatus, ({ params }) => getAllowanceStatus(deps, params.id)),
    route(operations.approveAllowance, async ({ caller, params, body, request, steppedUp }) =>
      describeForPlayer(
        deps,
        await approveAllowance(deps, caller, {
          id: params.id,
          expectedAmount: BigInt(body.expectedAmount),
          origin: originOf(request),
          steppedUp,
        }),
      ),
    ),
    route(operations.endAllowance, async ({ caller, params, request }) => {
      await endAllowance(deps, caller, { id: params.id, origin: originOf(request) });
      return { ok: true };
    }),
  ];
}
