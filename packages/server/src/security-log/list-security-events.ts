import type { Reply } from '@pid/contract';
import { listIdentitiesById } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { listEvents, type LogFilter, type LogRow } from './security-log.store.ts';

export type EventView = Reply<'readSecurityLog'>['items'][number];

/** Newest first, before `beforeId`. A null filter matches no event. */
export async function listSecurityEvents(
  db: Queryable,
  filter: LogFilter | null,
  beforeId: string | null,
  limit: number,
): Promise<EventView[]> {
  const rows = filter === null ? [] : await listEvents(db, filter, beforeId, limit);
  const identities = await listIdentitiesById(
    db,
    rows.flatMap((row) => row.identity_id ?? []),
  );
  const pids = new Map(identities.map(({ id, pid }) => [id, pid]));
  return rows.map((row) => view(row, pids));
}

function view(row: LogRow, pids: ReadonlyMap<string, string>): EventView {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    event: row.event,
    pid: (row.identity_id === null ? null : pids.get(row.identity_id)) ?? null,
    clientId: row.client_id,
    network: row.network,
    operation: row.operation,
    details: row.details,
  };
}
