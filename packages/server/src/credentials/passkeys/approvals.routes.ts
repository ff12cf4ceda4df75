import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { route, type Route } from '../../platform/http/index.ts';
import { approvalOptions, approvePasskey, denyPasskey, provePasskey } from './approve-passkey.ts';
import { listApprovals, readApproval } from './list-approvals.ts';
import type { RegistrationDeps } from './register-passkey.ts';

export function approvalRoutes(deps: RegistrationDeps): Route[] {
  return [
    route(operations.listCredentialApprovals, ({ caller, query }) => listApprovals(deps, caller, query)),
    route(operations.getCredentialApproval, ({ caller, params }) => readApproval(deps, caller, params.id)),
    route(operations.credentialApprovalOptions, ({ caller, params }) =>
      approvalOptions(deps, { caller, approvalId: params.id }),
    ),
    route(operations.approveCredential, async ({ caller, params, body, request }) => {
      const { id } = await approvePasskey(deps, {
        caller,
        approvalId: params.id,
        assertion: body.assertion,
        newAssertion: body.newAssertion ?? null,
        origin: originOf(request),
      });
      return { status: 'active' as const, id };
    }),
    route(operations.proveCredential, async ({ caller, params, body, request }) => {
      const { newAssertion } = body;
      await provePasskey(deps, { caller, approvalId: params.id, newAssertion, origin: originOf(request) });
      return { ok: true };
    }),
    route(operations.denyCredential, async ({ caller, params, request }) => {
      await denyPasskey(deps, { caller, approvalId: params.id, origin: originOf(request) });
      return { ok: true };
    }),
  ];
}
