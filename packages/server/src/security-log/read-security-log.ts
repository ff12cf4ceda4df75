import type { Input } from '@pid/contract';
import { findIdentityByPid } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { invalid } from '../platform/errors/index.ts';
import { cursorForms, decodeCursor, Download, pageOf } from '../platform/http/index.ts';
import { exportLog, logHead } from './export-log.ts';
import { listSecurityEvents } from './list-security-events.ts';
import type { LogFilter } from './security-log.store.ts';

const dayMillis = 86_400_000;

type Query = Input<'readSecurityLog'>;

export interface ReadDeps {
  readonly db: Queryable;
  /** Writes the events that this node has not written yet, so that the response includes them. */
  flush(): Promise<void>;
}

/** Returns one page, newest first. For CSV and NDJSON, streams all events that match. */
export async function readSecurityLog({ db, flush }: ReadDeps, query: Query) {
  await flush();
  const { limit = 50, format = 'json' } = query;
  if (format !== 'json') {
    const chunks = exportLog(db, await filterOf(db, query), format);
    return new Download('pid-security-log', format, chunks, logHead[format]);
  }
  const [before = null] = decodeCursor(query.cursor, [cursorForms.number]) ?? [];
  return pageOf(
    await listSecurityEvents(db, await filterOf(db, query), before, limit + 1),
    limit,
    ({ id }) => [id],
  );
}

/** Returns null if the query names an unknown identity. */
async function filterOf(db: Queryable, query: Query): Promise<LogFilter | null> {
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
