import type { Queryable } from '../platform/db/index.ts';

export interface AppEvent {
  readonly number: bigint;
  readonly type: string;
  readonly at: Date;
  readonly data: Record<string, unknown>;
}

/** Returns the range of an app's event numbers. Without events, `last` is 0 and `oldest` is 1. */
export async function getHead(
  db: Queryable,
  clientId: string,
): Promise<{ readonly last: bigint; readonly oldest: bigint }> {
  const { rows } = await db.query<{ last: bigint; oldest: bigint }>({
    name: 'app-event-head',
    text: 'select last, oldest from app_event_heads where client_id = $1',
    values: [clientId],
  });
  return rows[0] ?? { last: 0n, oldest: 1n };
}

/** Lists events after a number, in order. */
export async function listEvents(
  db: Queryable,
  clientId: string,
  after: bigint,
  limit: number,
): Promise<AppEvent[]> {
  const { rows } = await db.query<AppEvent>({
    name: 'app-events-after',
    text: 'select number, type, at, data from app_events where client_id = $1 and number > $2 order by number limit $3',
    values: [clientId, after, limit],
  });
  return rows;
}

/** Numbers committed events and notifies the nodes. Returns null if another node is doing it. */
export async function numberEvents(db: Queryable, most: number): Promise<number | null> {
  const { rows } = await db.query<{ count: number | null }>({
    name: 'number-app-events',
    text: 'select number_app_events($1) as count',
    values: [most],
  });
  return rows[0]!.count;
}

export async function sweepEvents(db: Queryable, before: Date, most: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select sweep_app_events($1, $2) as count', [
    before,
    most,
  ]);
  return rows[0]!.count;
}
