import { Type } from 'typebox';
import { originOf, recordAudit } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { encodeCursor, route, schemas, type Route } from '../platform/http/index.ts';
import { noSuchApp } from './app-errors.ts';
import { clientIdParams, readCursor } from './app-fields.ts';
import { endGrant, listConnectedApps, type ConnectedApp } from './grants.store.ts';

const connectedApp = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    logoUrl: schemas.nullable(Type.String()),
    verified: Type.Boolean(),
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
    connectedAt: row.granted_at.toISOString(),
    lastLoginAt: row.last_login_at.toISOString(),
  };
}

/** What else ends, in the same transaction, when a user disconnects an app. */
export type OnDisconnect = (tx: Tx, connection: { clientId: string; identityId: string }) => Promise<void>;

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
        await db.transaction(async (tx) => {
          const now = clock.now();
          if (!(await endGrant(tx, caller.identityId, params.client_id, 'disconnected by the user', now)))
            throw noSuchApp();
          await onDisconnect(tx, { clientId: params.client_id, identityId: caller.identityId });
          await recordAudit(tx, {
            at: now,
            identityId: caller.identityId,
            actor: caller.pid,
            action: 'app.disconnected',
            target: params.client_id,
            origin: originOf(request),
          });
        });
        return { ok: true };
      },
    }),
  ];
}
