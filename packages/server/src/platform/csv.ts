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

/** RFC 4180, with commas or semicolons: a quoted field may contain either, quotes and line ends. */
export function parseCsv(text: string): { line: number; fields: string[] }[] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const rows: { line: number; fields: string[] }[] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let line = 1;
  let begun = 1;
  const endRow = () => {
    fields.push(field);
    if (fields.some((value) => value.trim() !== '')) rows.push({ line: begun, fields });
    fields = [];
    field = '';
    begun = line;
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]!;
    if (char === '\n') line += 1;
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[index + 1] === '"') field += text[(index += 1)]!;
      else isQuoted = false;
    } else if (char === '"' && field === '') isQuoted = true;
    else if (char === separator) {
      fields.push(field);
      field = '';
    } else if (char === '\n') endRow();
    else if (char !== '\r') field += char;
  }
  if (field !== '' || fields.length > 0) endRow();
  return rows;
}
