import { parseCsvChunks, type CsvRow } from '../platform/csv.ts';

export interface FileLine {
  readonly line: number;
  /** The trimmed value of a column, which is named in lower case; empty if there is none. */
  field(name: string): string;
}

/** The lines of a CSV file with a header, which are read as they are consumed; null if a column is missing. */
export async function readLines(
  chunks: AsyncIterable<string>,
  required: readonly string[],
): Promise<AsyncIterable<FileLine> | null> {
  const batches = parseCsvChunks(chunks);
  const first = await batches.next();
  const [header, ...rows] = first.done ? [] : first.value;
  const names = header?.fields.map((name) => name.trim().toLowerCase()) ?? [];
  if (required.every((name) => names.includes(name))) return linesOf(names, rows, batches);
  await batches.return(undefined);
  return null;
}

async function* linesOf(
  names: readonly string[],
  first: readonly CsvRow[],
  others: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<FileLine> {
  const read = ({ line, fields }: CsvRow): FileLine => ({
    line,
    field: (name) => fields[names.indexOf(name)]?.trim() ?? '',
  });
  for (const row of first) yield read(row);
  for await (const rows of others) for (const row of rows) yield read(row);
}

/** The id of a settlement in lower case; null if it is none. */
export function settlementId(text: string): string | null {
  const id = text.toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}
