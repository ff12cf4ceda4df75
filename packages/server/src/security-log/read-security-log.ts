import type { Input, Reply } from '@pid/contract';
import { findIdentityByPid, listIdentitiesById } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { invalid } from '../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { listEvents, type LogFilter, type LogRow } from './security-log.store.ts';

const dayMillis = 86_400_000;

type Query = Input<'readSecurityLog'>;
export type EventView = Reply<'readSecurityLog'>['items'][number];

export async function readSecurityLog(db: Queryable, query: Query): Promise<Reply<'readSecurityLog'>> {
  const { limit = 50 } = query;
  const [before = null] = decodeCursor(query.cursor, [cursorForms.number]) ?? [];
  return pageOf(
    await listSecurityEvents(db, await filterOf(db, query), before, limit + 1),
    limit,
    ({ id }) => [id],
  );
}

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

/** Returns null if the query names an unknown identity. */
export async function filterOf(db: Queryable, query: Query): Promise<LogFilter | null> {
  const from = query.from === undefined ? null : new Date(millisOf(query.from, 'from'));
  const to = query.to === undefined ? null : new Date(millisOf(query.to, 'to') + dayMillis);
  const identity = query.pid === undefined ? undefined : await findIdentityByPid(db, query.pid);
  if (identity === null) return null;
  return {
    event: query.event ?? null,
    identityId: identity?.id ?? null,
    clientId: query.clientId ?? null,
    network: query.network ?? null,
    from,
    to,
  };
}

/** 2026-02-30 matches the pattern but is not a date. */
function millisOf(text: string, field: string): number {
  const millis = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(millis) || new Date(millis).toISOString().slice(0, 10) !== text)
    throw invalid(`${field} must be a day that exists`);
  return millis;
}
