import type { Input } from '@pid/contract';
import { csvHead, csvLine } from '../platform/csv.ts';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { listAuditEvents, type AuditListFilter } from './audit.store.ts';
import { nameApps } from './name-apps.ts';

type AuditView = Awaited<ReturnType<typeof listAuditEvents>>[number];

const exported = ['id', 'at', 'actor', 'action', 'target', 'details', 'address', 'userAgent'] as const;
const chunkRows = 1000;
/** Limits an export, so that it ends. Narrower filters return the rest. */
const rowsMax = 100_000;

/**
 * Returns a page of audit events of all identities that match the filter, with the names of apps. The `client_id` that a
 * name replaces is in `clientId`; exports contain the events as they were recorded.
 */
export async function auditPage(
  db: Queryable,
  filter: AuditListFilter,
  { limit = 50, cursor }: Pick<Input<'listAudit'>, 'limit' | 'cursor'>,
) {
  const [before = null] = decodeCursor(cursor, [cursorForms.number]) ?? [];
  const events = await listAuditEvents(db, filter, before, limit + 1);
  const named = (await nameApps(db, events)).map((event, index) => {
    const { app } = events[index]!.details;
    return app === undefined || app === event.details['app']
      ? event
      : { ...event, details: { ...event.details, clientId: app } };
  });
  return pageOf(named, limit, ({ id }) => [id]);
}

/** Exports all matching events, newest first, in chunks of rows. */
export async function* exportAudit(
  db: Queryable,
  filter: AuditListFilter,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  let before: string | null = null;
  for (let rows = 0; rows < rowsMax; rows += chunkRows) {
    const events: AuditView[] = await listAuditEvents(db, filter, before, chunkRows);
    yield events.map(format === 'csv' ? auditCsvLine : toJsonLine).join('');
    if (events.length < chunkRows) return;
    before = events.at(-1)!.id;
  }
}

function toJsonLine(event: AuditView): string {
  return `${JSON.stringify(event)}\n`;
}

export const auditCsvHead = csvHead(exported);

export function auditCsvLine(event: AuditView): string {
  return csvLine(
    exported.map((column) => (column === 'details' ? JSON.stringify(event.details) : event[column])),
  );
}
