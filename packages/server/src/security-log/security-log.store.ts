import type { Queryable } from '../platform/db/index.ts';
import type { SecurityLogConfig } from './settings.ts';

export interface StoredEvent {
  readonly at: Date;
  readonly event: string;
  readonly identityId: string | null;
  readonly clientId: string | null;
  readonly network: string | null;
  readonly operation: string | null;
  readonly details: Readonly<Record<string, string | number>>;
}

export async function insertEvents(db: Queryable, events: readonly StoredEvent[]): Promise<void> {
  await db.query(
    `insert into security_events (at, event, identity_id, client_id, network, operation, details)
     select (e ->> 'at')::timestamptz, e ->> 'event', (e ->> 'identityId')::uuid, e ->> 'clientId', e ->> 'network', e ->> 'operation', e -> 'details'
     from jsonb_array_elements($1::jsonb) e`,
    [JSON.stringify(events)],
  );
}

export interface LogFilter {
  readonly event: string | null;
  readonly identityId: string | null;
  readonly clientId: string | null;
  readonly network: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

export interface LogRow {
  id: bigint;
  at: Date;
  event: string;
  identity_id: string | null;
  client_id: string | null;
  network: string | null;
  operation: string | null;
  details: Record<string, unknown>;
}

/** Newest first, before `beforeId`. */
export async function listEvents(
  db: Queryable,
  filter: LogFilter,
  beforeId: string | null,
  limit: number,
): Promise<LogRow[]> {
  const { rows } = await db.query<LogRow>(
    `select id, at, event, identity_id, client_id, network, operation, details from security_events
     where ($1::text is null or event = $1) and ($2::uuid is null or identity_id = $2)
       and ($3::text is null or client_id = $3) and ($4::text is null or network = $4)
       and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
       and ($7::bigint is null or id < $7)
     order by id desc limit $8`,
    [
      filter.event,
      filter.identityId,
      filter.clientId,
      filter.network,
      filter.from,
      filter.to,
      beforeId,
      limit,
    ],
  );
  return rows;
}

/**
 * Oldest first, after `afterId`. Ids are assigned before commit, so an event is returned only when no running
 * transaction can still commit an earlier one. A reader that continues from the last id misses no event.
 */
export async function listEventsAfter(db: Queryable, afterId: string, limit: number) {
  const { rows } = await db.query<LogRow>(
    `select id, at, event, identity_id, client_id, network, operation, details from security_events
     where id > $1::bigint and is_settled_event(written_by, pg_current_snapshot())
     order by id limit $2`,
    [afterId, limit],
  );
  return rows.map(({ id, at, identity_id: identityId, client_id: clientId, ...rest }) => ({
    id: String(id),
    at: at.toISOString(),
    identityId,
    clientId,
    ...rest,
  }));
}

export async function sweepSecurityLog(
  db: Queryable,
  days: SecurityLogConfig['retentionDays'],
): Promise<void> {
  await db.query('select security_events_sweep($1::integer, $2::integer)', [
    days.security_events,
    days.security_networks,
  ]);
}
