/** RFC 4180, with a byte order mark, because spreadsheets take UTF-8 for something else without one. */
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
  // A note that begins like a formula would be run by a spreadsheet.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
