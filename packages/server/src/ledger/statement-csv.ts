import type { StatementEntry } from './read-statement.ts';

const columns = [
  'createdAt',
  'id',
  'type',
  'amount',
  'fee',
  'balanceAfter',
  'counterparty',
  'app',
  'note',
  'appName',
  'payment',
  'reason',
] as const;

/** RFC 4180, with a byte order mark, because spreadsheets take UTF-8 for something else without one. */
export async function* toCsv(chunks: AsyncIterable<readonly StatementEntry[]>): AsyncGenerator<string> {
  yield `\uFEFF${columns.join(',')}\r\n`;
  for await (const entries of chunks) yield entries.map(toLine).join('');
}

function toLine(entry: StatementEntry): string {
  return `${columns.map((column) => csvField(entry[column])).join(',')}\r\n`;
}

/** One field, for whoever writes such a file. */
export function csvField(value: string | number | bigint | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return value.toString();
  // A note that begins like a formula would be run by a spreadsheet.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
