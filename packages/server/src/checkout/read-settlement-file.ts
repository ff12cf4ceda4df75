import { parseCsvChunks, type CsvRow } from '../platform/csv.ts';
import { parseProviderAmount } from './payment-provider.ts';
import { anyOf, remoteProviders } from './providers/index.ts';
import type { SettlementColumn, SettlementFormat } from './providers/remote-provider.ts';

/** A line of a provider's file that concerns one of our charges. */
export interface SettledLine {
  /** The line number in the file. */
  readonly line: number;
  readonly kind: 'charge' | 'refund';
  readonly orderId: string;
  /** The provider's id of the charge; null if the file does not contain it. */
  readonly chargeId: string | null;
  readonly amount: bigint;
}

/** A line that could not be read, with the reason. */
export interface UnreadLine {
  readonly line: number;
  readonly reason: string;
}

export interface SettlementFile {
  readonly provider: string;
  /** Read from the file in batches as they are consumed, once. Lines that concern no payment are left out. */
  readonly batches: AsyncIterable<readonly (SettledLine | UnreadLine)[]>;
}

/** Longer ones are damaged lines; an index of the database could not hold them. */
const orderLengthMax = 500;

type Format = SettlementFormat & { readonly provider: string };
type Columns = Partial<Record<SettlementColumn, number>>;

const formats: readonly Format[] = remoteProviders.map(({ id, settlement }) => ({
  ...settlement,
  provider: id,
}));

/** Each provider with the columns of its files, for an operator. */
export const knownSettlementFiles = anyOf(
  remoteProviders.map(({ name, settlement }) => `${name} (with the columns ${settlement.header})`),
);

/** Returns null if the first line is not a known header. */
export async function readSettlementFile(chunks: AsyncIterable<string>): Promise<SettlementFile | null> {
  const batches = parseCsvChunks(chunks);
  const first = await batches.next();
  const [header, ...rows] = first.done ? [] : first.value;
  const format = header && chooseFormat(header.fields);
  if (!format) {
    await batches.return(undefined);
    return null;
  }
  const columns = findColumns(header.fields, format);
  return { provider: format.provider, batches: readBatches(rows, batches, columns, format) };
}

async function* readBatches(
  first: readonly CsvRow[],
  others: AsyncIterable<readonly CsvRow[]>,
  columns: Columns,
  format: Format,
): AsyncGenerator<(SettledLine | UnreadLine)[]> {
  const read = (rows: readonly CsvRow[]) =>
    rows.flatMap(({ line, fields }): (SettledLine | UnreadLine)[] => {
      const found = readLine(fields, columns, format);
      if (typeof found === 'string') return [{ line, reason: found }];
      return found ? [{ line, ...found }] : [];
    });
  yield read(first);
  for await (const rows of others) yield read(rows);
}

function chooseFormat(header: readonly string[]): Format | undefined {
  const names = header.map(normalised);
  const has = (wanted: readonly string[]) => wanted.some((name) => names.includes(name));
  return formats.find(({ columns: { order, amount } }) => has(order) && has(amount));
}

function findColumns(header: readonly string[], format: Format): Columns {
  const names = header.map(normalised);
  const columns: Columns = {};
  for (const [column, wanted] of Object.entries(format.columns) as [SettlementColumn, readonly string[]][]) {
    const found = wanted.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (found !== undefined) columns[column] = found;
  }
  return columns;
}

/** Returns null for a line without a payment, and a sentence for a line that cannot be read. */
function readLine(
  fields: readonly string[],
  columns: Columns,
  format: Format,
): Omit<SettledLine, 'line'> | string | null {
  const read = (column: SettlementColumn) => fields[columns[column] ?? -1]?.trim() ?? '';
  const word = (column: SettlementColumn) => normalised(read(column));
  const kind = format.kindOf({ status: word('status'), type: word('type'), line: word('line') });
  if (kind === null) return null;
  const orderId = read('order');
  if (orderId === '') return 'it has no order id';
  if (orderId.length > orderLengthMax) return `its order id has more than ${orderLengthMax} characters`;
  const currency = read('currency').toUpperCase();
  if (currency !== '' && currency !== 'IDR') return `its currency is ${currency}`;
  const amount = parseFileAmount(read('amount'));
  if (amount === null) return `its amount ${read('amount')} is not a whole number of rupiah`;
  return { kind, orderId, chargeId: read('charge') || null, amount };
}

/**
 * 100000, 100000.00, -100000, "Rp 100.000" or "100,000.00". The sign is ignored, because the type gives the
 * direction.
 */
function parseFileAmount(text: string): bigint | null {
  const bare = text.replace(/^-|^\((.*)\)$/, '$1').replace(/^(Rp|IDR)\s*/i, '');
  if (/^\d{1,3}(\.\d{3})+(,0{1,2})?$/.test(bare))
    return parseProviderAmount(bare.replace(/,0+$/, '').replaceAll('.', ''));
  return parseProviderAmount(bare.replaceAll(/,(?=\d{3}(\D|$))/g, ''));
}

/** `TRANSACTION_REVERSAL`, `Transaction Reversal` and `transaction-reversal` are equal. */
function normalised(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}
