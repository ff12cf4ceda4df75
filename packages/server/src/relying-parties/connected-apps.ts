import type { Input } from '@pid/contract';
import type { AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { pageOf, type UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { readCursor } from './app-fields.ts';
import { endConsent, type OnDisconnect } from './end-grant.ts';
import { listGrantedApps, type ConnectedApp } from './grants.store.ts';

export interface ConnectedDeps extends Needs<'db' | 'clock'> {
  readonly onDisconnect: OnDisconnect;
}

export function describeConnectedApp(row: ConnectedApp) {
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

export async function listConnectedApps(
  { db }: ConnectedDeps,
  caller: UserCaller,
  query: Input<'listConnectedApps'>,
) {
  const limit = query.limit ?? 50;
  const rows = await listGrantedApps(db, caller.identityId, readCursor(query.cursor), limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ client_id }) => [client_id]);
  return { items: items.map(describeConnectedApp), nextCursor };
}

/** Ends every bearer that the app has for this player. */
export async function disconnectApp(
  { db, clock, onDisconnect }: ConnectedDeps,
  caller: UserCaller,
  clientId: string,
  origin: AuditOrigin,
): Promise<void> {
  const ended = await db.transaction((tx) =>
    endConsent({ onDisconnect }, tx, {
      identityId: caller.identityId,
      clientId,
      reason: 'disconnected by the user',
      actor: caller.pid,
      action: 'app.disconnected',
      origin,
      now: clock.now(),
    }),
  );
  if (!ended) throw refuse('no_such_app');
}
