import { inBatches, type Database, type Queryable, type Tx } from '../platform/db/index.ts';

export interface SeenRequest {
  readonly clientId: string;
  readonly at: Date;
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  /** What the answer does not say, for the owner. */
  readonly reason: string | null;
  readonly caller: 'app' | 'player' | 'unproven';
}

export interface SeenLogins {
  readonly clientId: string;
  readonly day: string;
  readonly count: number;
}

/** Inserts a batch and skips rows whose app does not exist or was deleted. */
export async function insertActivity(
  db: Database,
  requests: readonly SeenRequest[],
  logins: readonly SeenLogins[],
): Promise<void> {
  await db.transaction(async (tx) => {
    if (requests.length > 0) {
      await tx.query(
        `insert into app_requests (client_id, at, request_id, method, route, status, code, reason, caller)
         select r ->> 'clientId', (r ->> 'at')::timestamptz, r ->> 'requestId', r ->> 'method', r ->> 'route', (r ->> 'status')::smallint, r ->> 'code', r ->> 'reason', r ->> 'caller'
         from jsonb_array_elements($1::jsonb) with ordinality as given (r, place)
         join app_facts a on a.client_id = r ->> 'clientId' and a.deleted_at is null order by place`,
        [JSON.stringify(requests)],
      );
      await tx.query('select trim_app_requests($1)', [
        [...new Set(requests.map(({ clientId }) => clientId))],
      ]);
    }
    if (logins.length === 0) return;
    // All nodes insert in the same order, to avoid deadlocks.
    await tx.query(
      `insert into app_logins as l (client_id, day, count)
       select g ->> 'clientId', (g ->> 'day')::date, (g ->> 'count')::integer from jsonb_array_elements($1::jsonb) g
       join app_facts a on a.client_id = g ->> 'clientId' and a.deleted_at is null order by 1, 2
       on conflict (client_id, day) do update set count = l.count + excluded.count`,
      [JSON.stringify(logins)],
    );
  });
}

/** Newest first. */
export async function listRequests(db: Queryable, clientId: string, limit: number): Promise<SeenRequest[]> {
  const { rows } = await db.query<SeenRequest>(
    `select client_id as "clientId", at, request_id as "requestId", method, route, status, code, reason, caller
     from app_requests where client_id = $1 order by id desc limit $2`,
    [clientId, limit],
  );
  return rows;
}

/** Returns every day of the span, including days without logins, oldest first. */
export async function listLogins(
  db: Queryable,
  clientId: string,
  span: { readonly today: string; readonly days: number },
): Promise<{ day: string; count: number }[]> {
  const { rows } = await db.query<{ day: string; count: number }>(
    `select to_char(d, 'YYYY-MM-DD') as day, coalesce(l.count, 0) as count
     from generate_series($2::date - ($3::integer - 1), $2::date, interval '1 day') d
     left join app_logins l on l.client_id = $1 and l.day = d::date order by d`,
    [clientId, span.today, span.days],
  );
  return rows;
}

export async function deleteActivity(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await tx.query('delete from app_requests where client_id = any($1)', [clientIds]);
  await tx.query('delete from app_logins where client_id = any($1)', [clientIds]);
}

export async function sweepActivity(db: Queryable, before: Date): Promise<void> {
  await inBatches(async (most) => {
    const { rowCount } = await db.query(
      'delete from app_requests where id in (select id from app_requests where at < $1 order by at limit $2 for update skip locked)',
      [before, most],
    );
    return rowCount;
  });
  await db.query('delete from app_logins where day < $1::date', [before]);
}
