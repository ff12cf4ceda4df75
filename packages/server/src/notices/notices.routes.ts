import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { freezeIdentity, type FreezeDeps } from './freeze-identity.ts';
import { notMe } from './not-me.ts';
import { liftFreeze, type LiftDeps } from './lift-freeze.ts';
import { getFreeze } from './get-freeze.ts';
import { listNotices, markNoticesRead } from './list-notices.ts';
import type { IncomingDeps } from './note-incoming.ts';

export function noticeRoutes(deps: FreezeDeps & LiftDeps & IncomingDeps): Route[] {
  return [
    route(operations.listNotices, ({ caller, query }) => listNotices(deps, caller.identityId, query)),
    route(operations.markNoticesRead, async ({ caller, body }) => {
      await markNoticesRead(deps, caller.identityId, body.upTo);
      return { ok: true };
    }),
    route(operations.notMe, async ({ body, caller, request }) => {
      const until = await notMe(deps, {
        token: body.token,
        signedInAs: caller?.identityId ?? null,
        origin: originOf(request),
      });
      return { ok: true, until };
    }),
    route(operations.getFreeze, ({ caller }) => getFreeze(deps, caller.identityId)),
    route(operations.freezeIdentity, async ({ caller, request }) => {
      const until = await freezeIdentity(deps, { caller, origin: originOf(request) });
      return { ok: true, until };
    }),
    route(operations.liftFreeze, async ({ caller, request, steppedUp }) => {
      await liftFreeze(deps, { caller, steppedUp, origin: originOf(request) });
      return { ok: true };
    }),
  ];
}
