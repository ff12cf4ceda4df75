import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { route, type Route } from '../../platform/http/index.ts';
import { answerAppInvitation, listAppInvitations } from './answer-app-invitation.ts';
import { inviteMember, transferApp } from './invite-member.ts';
import { listMembers } from './list-members.ts';
import type { MemberDeps } from './member-deps.ts';
import { removeMember } from './remove-member.ts';

export function memberRoutes(deps: MemberDeps): Route[] {
  return [
    route(operations.listMembers, ({ caller, params, query }) =>
      listMembers(deps, caller, { ...params, ...query }),
    ),
    route(operations.inviteMember, ({ caller, params, body, request }) =>
      inviteMember(deps, caller, { clientId: params.client_id, ...body, origin: originOf(request) }),
    ),
    route(operations.removeMember, async ({ caller, params, request }) => {
      const { client_id: clientId, pid } = params;
      await removeMember(deps, caller, { clientId, pid, origin: originOf(request) });
      return { ok: true };
    }),
    route(operations.transferApp, ({ caller, params, body, request }) =>
      transferApp(deps, caller, { clientId: params.client_id, pid: body.pid, origin: originOf(request) }),
    ),
    route(operations.listAppInvitations, ({ caller, query }) => listAppInvitations(deps, caller, query)),
    route(operations.answerAppInvitation, async ({ caller, params, body, request, requireStepUp }) => {
      const answer = { id: params.id, decision: body.decision, requireStepUp, origin: originOf(request) };
      await answerAppInvitation(deps, caller, answer);
      return { ok: true };
    }),
  ];
}
