import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { actorOf, identityOf, route, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { markVerified } from './mark-verified.ts';
import { pauseApp } from './pause-app.ts';
import { findApps } from './search-apps.ts';

const marks = [
  { operation: operations.verifyApp, verified: true },
  { operation: operations.unverifyApp, verified: false },
];
const pauses = [
  { operation: operations.pauseApp, isPaused: true },
  { operation: operations.resumeApp, isPaused: false },
];

/** What administrators do to apps. */
export function adminAppRoutes(deps: Needs<'db' | 'reader' | 'clock'>): Route[] {
  return [
    route(operations.searchApps, ({ query }) => findApps(deps.reader, query)),
    ...marks.map(({ operation, verified }) =>
      route(operation, async ({ params: { client_id: clientId }, body, caller, request }) => {
        const by = { actor: actorOf(caller), reason: body?.reason ?? null, origin: originOf(request) };
        await markVerified(deps, { clientId, verified, deciderId: identityOf(caller), ...by });
        return { client_id: clientId, verified };
      }),
    ),
    ...pauses.map(({ operation, isPaused }) =>
      route(operation, async ({ params: { client_id: clientId }, body, caller, request }) => {
        await pauseApp(deps, {
          clientId,
          isPaused,
          reason: body.reason ?? null,
          actor: actorOf(caller),
          origin: originOf(request),
        });
        return { client_id: clientId, status: isPaused ? ('paused' as const) : ('active' as const) };
      }),
    ),
  ];
}
