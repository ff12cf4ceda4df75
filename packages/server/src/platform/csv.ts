/** RFC 4180, with a byte order mark: without it, spreadsheets do not recognize UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvLine(columns)}`;
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

interface Digits {
  readonly digits: string;
}

/** A number that spreadsheets keep as text: they would drop its leading zeros and round a long one. */
export function digitsAsText(digits: string): Digits {
  return { digits };
}

type CsvValue = string | number | bigint | Digits | null | undefined;

function csvField(value: CsvValue): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return `"=""${value.digits}"""`;
  if (typeof value !== 'string') return value.toString();
  // A spreadsheet would run a note that begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export interface CsvRow {
  /** The number of its first line. */
  readonly line: number;
  readonly fields: string[];
}

/** Parses a file of any size while it is read. Yields the rows that end in each chunk. */
export async function* parseCsvChunks(chunks: AsyncIterable<string>): AsyncGenerator<readonly CsvRow[]> {
  const parser = createCsvParser();
  for await (const chunk of chunks) {
    const rows = [...parser.push(chunk)];
    if (rows.length > 0) yield rows;
  }
  yield [...parser.end()];
}

/**
 * RFC 4180, with commas or semicolons: a quoted field may contain either, quotes and line ends. A byte order
 * mark is skipped.
 */
function createCsvParser() {
  // The first line decides about the separator.
  let head: string | null = '';
  let separator = ',';
  let fields: string[] = [];
  let field = '';
  let state: 'plain' | 'quoted' | 'quote in quoted' = 'plain';
  let line = 1;
  let begun = 1;
  const endRow = (): CsvRow[] => {
    const row = { line: begun, fields: [...fields, field] };
    fields = [];
    field = '';
    begun = line;
    return row.fields.some((value) => value.trim() !== '') ? [row] : [];
  };
  function* parse(text: string): Generator<CsvRow> {
    for (const char of text) {
      if (char === '\n') line += 1;
      if (state === 'quoted') {
        if (char === '"') state = 'quote in quoted';
        else field += char;
        continue;
      }
      if (state === 'quote in quoted') {
        state = char === '"' ? 'quoted' : 'plain';
        if (char === '"') {
          field += char;
          continue;
        }
      }
      if (char === '"' && field === '') state = 'quoted';
      else if (char === separator) {
        fields.push(field);
        field = '';
      } else if (char === '\n') yield* endRow();
      else if (char !== '\r') field += char;
    }
  }
  function* begin(text: string): Generator<CsvRow> {
    head = null;
    const [first = ''] = text.split(/\r?\n/, 1);
    separator = first.split(';').length > first.split(',').length ? ';' : ',';
    yield* parse(text.replace(/^\uFEFF/, ''));
  }
  return {
    *push(text: string): Generator<CsvRow> {
      if (head === null) yield* parse(text);
      else if ((head += text).includes('\n')) yield* begin(head);
    },
    *end(): Generator<CsvRow> {
      if (head !== null) yield* begin(head);
      if (field !== '' || fields.length > 0) yield* endRow();
    },
  };
}
