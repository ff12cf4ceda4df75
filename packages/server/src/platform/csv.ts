/** RFC 4180, with a byte order mark: without it, spreadsheets do not recognize UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvLine(columns)}`;
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

type CsvValue = string | number | bigint | null | undefined;

function csvField(value: CsvValue): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return value.toString();
  // A spreadsheet would run a note that begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
