import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { route, type Route } from '../../platform/http/index.ts';
import {
  approveCredential,
  credentialApprovalOptions,
  denyCredential,
  proveCredential,
} from './approve-credential.ts';
import { getCredentialApproval, listCredentialApprovals } from './list-credential-approvals.ts';
import type { RegistrationDeps } from './register-passkey.ts';

export function approvalRoutes(deps: RegistrationDeps): Route[] {
  return [
    route(operations.listCredentialApprovals, ({ caller, query }) =>
      listCredentialApprovals(deps, caller, query),
    ),
    route(operations.getCredentialApproval, ({ caller, params }) =>
      getCredentialApproval(deps, caller, params.id),
    ),
    route(operations.credentialApprovalOptions, ({ caller, params }) =>
      credentialApprovalOptions(deps, { caller, approvalId: params.id }),
    ),
    route(operations.approveCredential, async ({ caller, params, body, request }) => {
      const { id } = await approveCredential(deps, {
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
      await proveCredential(deps, { caller, approvalId: params.id, newAssertion, origin: originOf(request) });
      return { ok: true };
    }),
    route(operations.denyCredential, async ({ caller, params, request }) => {
      await denyCredential(deps, { caller, approvalId: params.id, origin: originOf(request) });
      return { ok: true };
    }),
  ];
}
