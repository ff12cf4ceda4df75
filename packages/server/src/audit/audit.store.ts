import { streamRows, type MovableTable, type Queryable, type Tx } from '../platform/db/index.ts';

/** Partitioned by month, so that old months can be detached. */
export const auditTable: MovableTable = { name: 'audit_events', key: 'at', primaryKey: ['id', 'at'] };

/** The origin of a request, as far as it is stored. */
export interface AuditOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export function originOf(request: {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}): AuditOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

export interface AuditEvent {
  readonly at: Date;
  readonly identityId: string | null;
  /** A pid, `app:<client_id>`, `machine:<name>`, `cli` or `cli:<name>`, `user` or `service`. */
  readonly actor: string;
  readonly action: string;
  readonly target?: string | undefined;
  readonly details?: Record<string, unknown> | undefined;
  readonly origin: AuditOrigin | null;
}

export async function recordAudit(db: Tx | Queryable, event: AuditEvent): Promise<void> {
  await db.query({
    name: 'record-audit',
    text: `insert into audit_events (at, identity_id, actor, action, target, details, address, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      event.at,
      event.identityId,
      event.actor,
      event.action,
      event.target ?? null,
      event.details ?? {},
      event.origin?.address ?? null,
      event.origin?.userAgent?.slice(0, 256) ?? null,
    ],
  });
}

/**
 * Records what a player did to an app, and a second entry in the activity of its owner if that is another player. The
 * owner reads who did it, but not from where.
 */
export async function recordAppAudit(tx: Tx, event: AuditEvent, ownerId: string): Promise<void> {
  await recordAudit(tx, event);
  if (event.identityId !== ownerId) await recordAudit(tx, { ...event, identityId: ownerId, origin: null });
}

interface AuditRow {
  id: bigint;
  at: Date;
  actor: string;
  action: string;
  target: string | null;
  details: Record<string, unknown>;
  address: string | null;
  user_agent: string | null;
}

export interface AuditListFilter {
  readonly identityId?: string;
  readonly actor?: string;
  /** The whole action, or a prefix that ends with a dot. */
  readonly action?: string;
  readonly target?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** Most searches are for recent events, and each further month is one more partition to read. */
const recentDays = 100;

/**
 * Lists events below `beforeId`, newest first. Each filter has an index that starts with it and continues in
 * this order. Reads the latest months first, and all months only if those do not fill the page. This is
 * correct even if the clocks of nodes differ by up to a day.
 */
export async function listAuditEvents(
  db: Queryable,
  filter: AuditListFilter,
  beforeId: string | null,
  limit: number,
) {
  if (!filter.since) {
    const rows = await selectAudit(db, filter, beforeId, limit, true);
    if (rows.length === limit && rows.every(({ surely }) => surely)) return rows.map(shown);
  }
  return (await selectAudit(db, filter, beforeId, limit)).map(shown);
}

async function selectAudit(
  db: Queryable,
  filter: AuditListFilter,
  beforeId: string | null,
  limit: number,
  isRecent = false,
): Promise<(AuditRow & { readonly surely: boolean })[]> {
  const values: unknown[] = [limit];
  const isEqual = (column: string, value: string | undefined) =>
    value === undefined ? [] : [`${column} = $${values.push(value)}`];
  const conditions = [
    ...isEqual('identity_id', filter.identityId),
    ...isEqual('actor', filter.actor),
    ...(filter.action?.endsWith('.')
      ? [`starts_with(action, $${values.push(filter.action)})`]
      : isEqual('action', filter.action)),
    ...isEqual('target', filter.target),
    ...(isRecent ? [`at >= now() - interval '${recentDays} days'`] : []),
    ...(filter.since ? [`at >= $${values.push(filter.since)}`] : []),
    ...(filter.until ? [`at < $${values.push(filter.until)}`] : []),
    ...(beforeId === null ? [] : [`id < $${values.push(beforeId)}`]),
  ];
  const { rows } = await db.query<AuditRow & { surely: boolean }>(
    `select id, at, actor, action, target, details, address, user_agent, at >= now() - interval '${recentDays - 1} days' as surely
     from audit_events
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by id desc limit $1`,
    values,
  );
  return rows;
}

const shown = ({
  id,
  at,
  user_agent: userAgent,
  surely: _surely,
  ...rest
}: AuditRow & { surely: boolean }) => ({
  id: String(id),
  at: at.toISOString(),
  ...rest,
  userAgent,
});

/** The names of apps by `client_id`, also of deleted ones. */
export async function readAppNames(
  db: Queryable,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ client_id: string; name: string }>(
    'select client_id, name from app_facts where client_id = any($1)',
    [clientIds],
  );
  return new Map(rows.map(({ client_id: clientId, name }) => [clientId, name]));
}

/** The names of games by session address. Sessions of games without a name are left out. */
export async function readSessionGames(
  db: Queryable,
  sessions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ session_address: string; game: string }>(
    'select session_address, game from session_game_facts where session_address = any($1) and game is not null',
    [sessions],
  );
  return new Map(rows.map(({ session_address: address, game }) => [address, game]));
}

export interface AuditFilter {
  readonly identityId: string | null;
  readonly actor: string | null;
  /** A prefix of the action. */
  readonly action: string | null;
  readonly target: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
}

const matching = `from audit_events
     where id > $1::bigint and ($2::uuid is null or identity_id = $2) and ($3::text is null or actor = $3)
       and ($4::text is null or starts_with(action, $4)) and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
       and ($7::text is null or target = $7)`;

function valuesOf(filter: AuditFilter, afterId: string): unknown[] {
  const { identityId, actor, action, since, until, target } = filter;
  return [afterId, identityId, actor, action, since, until, target];
}

/** Counts the events that `streamAudit` yields. */
export async function countAudit(db: Queryable, filter: AuditFilter, afterId: string): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) ${matching}`,
    valuesOf(filter, afterId),
  );
  return Number(rows[0]!.count);
}

/** Counts the events of a filter by action. */
export async function countActions(db: Queryable, filter: AuditFilter): Promise<Map<string, number>> {
  const { rows } = await db.query<{ action: string; count: bigint }>(
    `select action, count(*) as count ${matching} group by action`,
    valuesOf(filter, '0'),
  );
  return new Map(rows.map(({ action, count }) => [action, Number(count)]));
}

/** Yields the events after `afterId`, oldest first, for a full export. */
export async function* streamAudit(tx: Tx, filter: AuditFilter, afterId: string, batchRows: number) {
  const batches = streamRows<AuditRow & { identity_id: string | null }>(
    tx,
    `select id, at, identity_id, actor, action, target, details, address, user_agent ${matching} order by id`,
    valuesOf(filter, afterId),
    batchRows,
  );
  for await (const rows of batches)
    yield rows.map(({ id, at, identity_id: identityId, user_agent: userAgent, ...rest }) => ({
      id: String(id),
      at: at.toISOString(),
      identityId,
      ...rest,
      userAgent,
    }));
}

/** Deletes addresses and user agents of events older than `days`, one batch per call. Returns how many. */
export async function forgetOrigins(db: Queryable, days: number): Promise<bigint> {
  const { rows } = await db.query<{ count: bigint }>('select audit_events_forget($1::integer) as count', [
    days,
  ]);
  return rows[0]!.count;
}

/** Whether a month still contains addresses or user agents. */
export async function holdsOrigins(db: Queryable, partition: string): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    `select exists (select from ${partition} where address is not null or user_agent is not null) as some`,
  );
  return rows[0]!.some;
}

const seen = `select distinct identity_id as id from audit_events
  where at between $1 and $2 and identity_id is not null and ($3::uuid is null or identity_id > $3)`;

interface Period {
  readonly since: Date;
  readonly until: Date;
  readonly afterId: string | null;
}

/** Counts the identities after `afterId` with an event in a period, both ends included. */
export async function countSeenBetween(db: Queryable, { since, until, afterId }: Period): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(`select count(*) from (${seen}) people`, [
    since,
    until,
    afterId,
  ]);
  return Number(rows[0]!.count);
}

/** Yields the same identities, in the order of their ids. */
export function streamSeenBetween(
  tx: Tx,
  { since, until, afterId }: Period,
  batchRows: number,
): AsyncIterable<{ id: string }[]> {
  return streamRows(tx, `${seen} order by id`, [since, until, afterId], batchRows);
}
