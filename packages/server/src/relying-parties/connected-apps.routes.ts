import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { encodeCursor, route, schemas, type Route } from '../platform/http/index.ts';
import { noSuchApp } from './app-errors.ts';
import { clientIdParams, readCursor } from './app-fields.ts';
import { endConsent, type OnDisconnect } from './end-grant.ts';
import { listConnectedApps, type ConnectedApp } from './grants.store.ts';

const connectedApp = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    logoUrl: schemas.nullable(Type.String()),
    verified: Type.Boolean(),
    status: schemas.literals(['active', 'paused']),
    connectedAt: schemas.dateTime,
    lastLoginAt: schemas.dateTime,
  },
  { title: 'ConnectedApp' },
);

export function showConnectedApp(row: ConnectedApp) {
  return {
    client_id: row.client_id,
    name: row.name,
    logoUrl: row.logo_url,
    verified: row.verified,
    status: row.paused ? ('paused' as const) : ('active' as const),
    connectedAt: row.granted_at.toISOString(),
    lastLoginAt: row.last_login_at.toISOString(),
  };
}

export function connectedAppRoutes({
  db,
  clock,
  onDisconnect,
}: {
  db: Database;
  clock: Clock;
  onDisconnect: OnDisconnect;
}): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/connected-apps',
      operationId: 'listConnectedApps',
      summary: 'Apps that the user has allowed',
      tag: 'apps',
      access: 'user',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(connectedApp),
      async handle({ caller, query }) {
        const limit = query.limit ?? 50;
        const rows = await listConnectedApps(db, caller.identityId, readCursor(query.cursor), limit);
        return {
          items: rows.map(showConnectedApp),
          nextCursor: rows.length === limit ? encodeCursor([rows.at(-1)!.client_id]) : null,
        };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/connected-apps/{client_id}',
      operationId: 'disconnectApp',
      summary: 'Ends every bearer of one app for this user',
      tag: 'apps',
      access: 'user',
      params: clientIdParams,
      reply: schemas.okReply,
      errors: [noSuchApp],
      async handle({ caller, params, request }) {
        const ended = await db.transaction((tx) =>
          endConsent({ onDisconnect }, tx, {
            identityId: caller.identityId,
            clientId: params.client_id,
            reason: 'disconnected by the user',
            actor: caller.pid,
            action: 'app.disconnected',
            origin: originOf(request),
            now: clock.now(),
          }),
        );
        if (!ended) throw noSuchApp();
        return { ok: true };
      },
    }),
  ];
}
