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
] as const;

/** RFC 4180, with a byte order mark, because spreadsheets take UTF-8 for something else without one. */
export async function* toCsv(chunks: AsyncIterable<readonly StatementEntry[]>): AsyncGenerator<string> {
  yield `\uFEFF${columns.join(',')}\r\n`;
  for await (const entries of chunks) yield entries.map(toLine).join('');
}

function toLine(entry: StatementEntry): string {
  return `${columns.map((column) => toField(entry[column])).join(',')}\r\n`;
}

function toField(value: string | bigint | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'bigint') return value.toString();
  // A note that begins like a formula would be run by a spreadsheet.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
