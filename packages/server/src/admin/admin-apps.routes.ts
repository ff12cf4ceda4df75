import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { actorOf, identityOf, route, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { confirmRating } from './confirm-rating.ts';
import { pauseApp, resumeApp } from './pause-app.ts';
import { searchApps } from './search-apps.ts';
import { unverifyApp, verifyApp } from './verify-app.ts';

const marks = [
  { operation: operations.verifyApp, mark: verifyApp, verified: true },
  { operation: operations.unverifyApp, mark: unverifyApp, verified: false },
];
const pauses = [
  { operation: operations.pauseApp, change: pauseApp, status: 'paused' as const },
  { operation: operations.resumeApp, change: resumeApp, status: 'active' as const },
];

export function adminAppRoutes(deps: Needs<'db' | 'reader' | 'clock'>): Route[] {
  return [
    route(operations.searchApps, ({ query }) => searchApps(deps.reader, query)),
    ...marks.map(({ operation, mark, verified }) =>
      route(operation, async ({ params: { client_id: clientId }, body, caller, request }) => {
        const by = { actor: actorOf(caller), reason: body?.reason ?? null, origin: originOf(request) };
        await mark(deps, { clientId, deciderId: identityOf(caller), ...by });
        return { client_id: clientId, verified };
      }),
    ),
    route(operations.confirmRating, ({ params: { client_id: clientId }, body, caller, request }) => {
      const by = { actor: actorOf(caller), reason: body.reason ?? null, origin: originOf(request) };
      return confirmRating(deps, {
        clientId,
        confirmed: body.confirmed,
        seen: body.rating,
        deciderId: identityOf(caller),
        ...by,
      });
    }),
    ...pauses.map(({ operation, change, status }) =>
      route(operation, async ({ params: { client_id: clientId }, body, caller, request }) => {
        const by = { actor: actorOf(caller), reason: body.reason ?? null, origin: originOf(request) };
        await change(deps, { clientId, deciderId: identityOf(caller), ...by });
        return { client_id: clientId, status };
      }),
    ),
  ];
}
