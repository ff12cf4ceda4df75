import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { actorOf, identityOf, route, type Route, type UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { addChild, lookUpFamilyCode } from './add-child.ts';
import { correctBirthMonth, setBirthMonth } from './birth-month.ts';
import { changeChildRules, endParent, removeChild } from './change-children.ts';
import { readRules, type Person } from './family-deps.ts';
import { findPlayer } from './find-person.ts';
import { getFamily, getFamilyAsAdmin } from './get-family.ts';
import { inviteParent, inviteSecondParent } from './invite-parent.ts';
import { askParent, decideFamilyRequest, type RequestDeps } from './requests.ts';

export function familyRoutes(deps: RequestDeps & Needs<'reader'>): Route[] {
  const { db, reader } = deps;
  const self = ({ identityId, pid }: UserCaller): Person => ({ id: identityId, pid });
  const by = ({ pid }: UserCaller, request: Parameters<typeof originOf>[0]) => ({
    actor: pid,
    origin: originOf(request),
  });
  return [
    route(operations.getFamily, ({ caller }) => getFamily(deps, db, caller.identityId)),
    route(operations.setBirthMonth, async ({ caller, body, request }) => {
      await setBirthMonth(deps, self(caller), body.birthMonth, by(caller, request));
      return getFamily(deps, db, caller.identityId);
    }),
    route(operations.inviteParent, ({ caller, request }) =>
      inviteParent(deps, self(caller), by(caller, request)),
    ),
    route(operations.inviteSecondParent, ({ caller, params, request }) =>
      inviteSecondParent(deps, self(caller), params.pid, by(caller, request)),
    ),
    route(operations.lookUpFamilyCode, ({ caller, body, request }) =>
      lookUpFamilyCode(deps, caller, body.code, by(caller, request)),
    ),
    route(operations.addChild, ({ caller, body, request }) =>
      addChild(deps, caller, { code: body.code, rules: readRules(body.rules) }, by(caller, request)),
    ),
    route(operations.changeChildRules, ({ caller, params, body, request }) =>
      changeChildRules(deps, self(caller), { pid: params.pid, rules: readRules(body) }, by(caller, request)),
    ),
    route(operations.removeChild, async ({ caller, params, request }) => {
      await removeChild(deps, self(caller), params.pid, by(caller, request));
      return { ok: true };
    }),
    route(operations.askParent, ({ caller, params, request }) =>
      askParent(deps, self(caller), params.id, by(caller, request)),
    ),
    route(operations.decideFamilyRequest, async ({ caller, params, body, request }) => {
      await decideFamilyRequest(deps, self(caller), { ...params, ...body }, by(caller, request));
      return { ok: true };
    }),
    route(operations.getFamilyAsAdmin, ({ params }) => getFamilyAsAdmin(deps, reader, params.pid)),
    route(operations.correctBirthMonth, async ({ caller, params, body, request }) => {
      const player = await findPlayer(deps, params.pid);
      const author = { actor: actorOf(caller), actorId: identityOf(caller), origin: originOf(request) };
      await correctBirthMonth(deps, player, body, author);
      return getFamily(deps, db, player.id);
    }),
    route(operations.endParent, async ({ caller, params, body, request }) => {
      const child = await findPlayer(deps, params.pid);
      const author = { actor: actorOf(caller), origin: originOf(request) };
      await endParent(deps, child, { parent: params.parent, reason: body.reason }, author);
      return { ok: true };
    }),
  ];
}
