import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { actorOf, identityOf, route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { ownedApps } from '../relying-parties/index.ts';
import { askVerification, getVerification } from './ask-verification.ts';
import { approveVerification, refuseVerification } from './decide-verification.ts';
import { listVerifications } from './list-verifications.ts';
import { deleteRequests, listRequests } from './verification.store.ts';

export function openVerification(deps: Needs<'db' | 'clock'>): Slice {
  const { db } = deps;
  return {
    routes: [
      route(operations.askVerification, ({ caller, params, body, request }) =>
        askVerification(deps, caller, { clientId: params.client_id, about: body.about }, originOf(request)),
      ),
      route(operations.getVerification, ({ caller, params }) =>
        getVerification(db, caller, params.client_id),
      ),
      route(operations.listVerifications, ({ query }) => listVerifications(deps, query)),
      route(operations.approveVerification, ({ caller, params, body, request }) =>
        approveVerification(deps, {
          clientId: params.client_id,
          version: body.version,
          actor: actorOf(caller),
          deciderId: identityOf(caller),
          origin: originOf(request),
        }),
      ),
      route(operations.refuseVerification, ({ caller, params, body, request }) =>
        refuseVerification(deps, {
          clientId: params.client_id,
          reason: body.reason,
          actor: actorOf(caller),
          deciderId: identityOf(caller),
          origin: originOf(request),
        }),
      ),
    ],
    export: {
      verifications: async (queryable, identityId) =>
        listRequests(queryable, await ownedApps(queryable, identityId)),
    },
    erase: async (tx, { id }) => deleteRequests(tx, await ownedApps(tx, id)),
  };
}
