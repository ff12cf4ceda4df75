import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { freezeIdentity, type FreezeDeps } from './freeze-identity.ts';
import { liftFreeze, type LiftDeps } from './lift-freeze.ts';
import { readFreeze } from './read-freeze.ts';
import { readNotices } from './read-notices.ts';
import { noteIncoming, type IncomingDeps } from './note-incoming.ts';
import { markRead } from './notices.store.ts';

export function noticeRoutes(deps: FreezeDeps & LiftDeps & IncomingDeps): Route[] {
  return [
    route(operations.listNotices, async ({ caller, query }) => {
      await noteIncoming(deps, caller.identityId);
      return readNotices(deps.db, caller.identityId, query);
    }),
    route(operations.markNoticesRead, async ({ caller, body }) => {
      await markRead(deps.db, caller.identityId, body.upTo, deps.clock.now());
      return { ok: true };
    }),
    route(operations.notMe, async ({ body, caller, request }) => {
      const until = await freezeIdentity(deps, {
        token: body.token,
        signedInAs: caller?.identityId ?? null,
        origin: originOf(request),
      });
      return { ok: true, until };
    }),
    route(operations.getFreeze, ({ caller }) => readFreeze(deps, caller.identityId)),
    route(operations.liftFreeze, async ({ caller, request, steppedUp }) => {
      await liftFreeze(deps, { caller, steppedUp, origin: originOf(request) });
      return { ok: true };
    }),
  ];
}
