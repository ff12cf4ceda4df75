import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { findIdentities } from '../identity/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { actorOf, cursorForms, decodeCursor, identityOf, pageOf, route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { appsForReview, ownedApps } from '../relying-parties/index.ts';
import { askVerification, viewVerification } from './ask-verification.ts';
import { decideVerification } from './decide-verification.ts';
import { deleteRequests, listRequests, listWaiting } from './verification.store.ts';

export interface Verification extends Slice {
  forgetApp(tx: Tx, clientId: string): Promise<void>;
}

export function openVerification(deps: Needs<'db' | 'clock'>): Verification {
  const { db } = deps;
  return {
    routes: [
      route(operations.askVerification, ({ caller, params, body, request }) =>
        askVerification(deps, caller, { clientId: params.client_id, about: body.about }, originOf(request)),
      ),
      route(operations.getVerification, ({ caller, params }) =>
        viewVerification(db, caller, params.client_id),
      ),
      route(operations.listVerifications, ({ query }) => viewWaiting(deps, query)),
      route(operations.approveVerification, ({ caller, params, body, request }) =>
        decideVerification(deps, {
          clientId: params.client_id,
          verdict: { approved: true, version: body.version },
          actor: actorOf(caller),
          deciderId: identityOf(caller),
          origin: originOf(request),
        }),
      ),
      route(operations.refuseVerification, ({ caller, params, body, request }) =>
        decideVerification(deps, {
          clientId: params.client_id,
          verdict: { approved: false, reason: body.reason },
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
    forgetApp: (tx, clientId) => deleteRequests(tx, [clientId]),
  };
}

const orderedBy = [cursorForms.dateTime, /^app_[0-9a-f]{24}$/];

async function viewWaiting({ db }: Needs<'db'>, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? 50;
  const [askedAt, clientId] = decodeCursor(query.cursor, orderedBy) ?? [];
  const after = askedAt && clientId ? { askedAt, clientId } : null;
  const { items, nextCursor } = pageOf(await listWaiting(db, after, limit + 1), limit, (request) => [
    request.askedAt.toISOString(),
    request.clientId,
  ]);
  const apps = await appsForReview(
    db,
    items.map((request) => request.clientId),
  );
  const owners = await findIdentities(db, [...new Set(apps.map((app) => app.ownerId))]);
  const shown = items.flatMap(({ clientId: asking, about, askedAt: at }) => {
    const app = apps.find((one) => one.clientId === asking);
    const owner = owners.find(({ id }) => id === app?.ownerId);
    // Verified by hand meanwhile: nothing waits.
    if (!app || app.verified || !owner) return [];
    const {
      clientId: client_id,
      ownerId: _owner,
      verified: _verified,
      origins,
      redirectUris,
      ...looks
    } = app;
    return [
      {
        client_id,
        ...looks,
        origins: [...origins],
        redirectUris: [...redirectUris],
        owner: owner.pid,
        about,
        askedAt: at.toISOString(),
      },
    ];
  });
  return { items: shown, nextCursor };
}
