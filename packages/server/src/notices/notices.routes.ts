import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { freezeIdentity, type FreezeDeps } from './freeze-identity.ts';
import { notMe } from './not-me.ts';
import { liftFreeze, type LiftDeps } from './lift-freeze.ts';
import { getFreeze } from './get-freeze.ts';
import { listNotices, markNoticesRead } from './list-notices.ts';
import type { IncomingDeps } from './note-incoming.ts';
import { changeNoticeChoices, getNoticeChoices, type ChoiceDeps } from './notice-choices.ts';
import {
  addPushSubscription,
  listPushSubscriptions,
  removePushSubscription,
  type SubscriptionDeps,
} from './push/push-subscriptions.ts';

export function noticeRoutes(
  deps: FreezeDeps & LiftDeps & IncomingDeps & ChoiceDeps & SubscriptionDeps,
): Route[] {
  return [
    route(operations.listNotices, ({ caller, query }) => listNotices(deps, caller.identityId, query)),
    route(operations.markNoticesRead, async ({ caller, body }) => {
      await markNoticesRead(deps, caller.identityId, body.upTo);
      return { ok: true };
    }),
    route(operations.getNoticeChoices, ({ caller }) => getNoticeChoices(deps, caller.identityId)),
    route(operations.changeNoticeChoices, ({ caller, body }) =>
      changeNoticeChoices(deps, caller.identityId, body),
    ),
    route(operations.listPushSubscriptions, ({ caller }) => listPushSubscriptions(deps, caller)),
    route(operations.addPushSubscription, ({ caller, body, request }) =>
      addPushSubscription(deps, { caller, body, origin: originOf(request) }),
    ),
    route(operations.removePushSubscription, async ({ caller, params, request }) => {
      await removePushSubscription(deps, { caller, id: params.id, origin: originOf(request) });
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
