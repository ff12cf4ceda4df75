import { csvHead, csvLine } from '../platform/csv.ts';
import type { Queryable } from '../platform/db/index.ts';
import { listSecurityEvents, type EventView } from './list-security-events.ts';
import type { LogFilter } from './security-log.store.ts';

const columns = ['id', 'at', 'event', 'pid', 'clientId', 'network', 'operation', 'details'] as const;
export const logHead = { csv: csvHead(columns), ndjson: '' };
const chunkRows = 1000;
/** An export must end. Narrower filters give access to more rows. */
const rowsMax = 100_000;

/** Yields all events that match the filter, newest first, in chunks of rows. */
export async function* exportLog(
  db: Queryable,
  filter: LogFilter | null,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  let before: string | null = null;
  for (let rows = 0; rows < rowsMax; rows += chunkRows) {
    const events: EventView[] = await listSecurityEvents(db, filter, before, chunkRows);
    yield events.map(format === 'csv' ? toCsvRow : toJsonLine).join('');
    if (events.length < chunkRows) return;
    before = events.at(-1)!.id;
  }
}

function toJsonLine(event: EventView): string {
  return `${JSON.stringify(event)}\n`;
}

function toCsvRow(event: EventView): string {
  return csvLine(
    columns.map((column) => {
      const value = event[column];
      return value === null || typeof value === 'string' ? value : JSON.stringify(value);
    }),
  );
}
