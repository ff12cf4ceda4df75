import { parseCsv } from '../platform/csv.ts';

export interface FileLine {
  readonly line: number;
  /** The trimmed value of a column, which is named in lower case; empty if there is none. */
  field(name: string): string;
}

/** The lines of a CSV file with a header; null if a column is missing. */
export function readLines(text: string, required: readonly string[]): FileLine[] | null {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  const names = header?.fields.map((name) => name.trim().toLowerCase()) ?? [];
  if (!required.every((name) => names.includes(name))) return null;
  return rows.map(({ line, fields }) => ({
    line,
    field: (name) => fields[names.indexOf(name)]?.trim() ?? '',
  }));
}

/** The id of a settlement in lower case; null if it is none. */
export function settlementId(text: string): string | null {
  const id = text.toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}
