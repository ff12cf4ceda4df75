import { parseProviderAmount } from './payment-provider.ts';

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

export interface SettlementFile {
  readonly provider: 'midtrans' | 'xendit';
  readonly lines: readonly SettledLine[];
  /** Lines that could not be read, with the reason. */
  readonly unread: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * Columns are found by name, in any order; blanks and underscores are equal. Xendit lists the columns of its
 * Balance and Transactions reports (docs.xendit.co, "Balance report" and "Detailed transactions report"). At
 * Midtrans every merchant selects the columns of the export (docs.midtrans.com, "Dashboard Usage", Download
 * Transaction); their names are the labels of the dashboard or the fields of the API.
 */
const columnNames = {
  midtrans: {
    order: ['order id'],
    charge: ['transaction id'],
    amount: ['gross amount', 'transaction amount', 'amount'],
    status: ['transaction status', 'status'],
    type: ['transaction type', 'type'],
    line: [],
    currency: ['currency'],
  },
  xendit: {
    order: ['reference', 'reference id', 'external id'],
    charge: ['product id', 'payment id'],
    amount: ['amount'],
    status: ['status', 'transaction status'],
    type: ['transaction type', 'type'],
    line: ['line type'],
    currency: ['currency'],
  },
} as const;

type Column = keyof (typeof columnNames)['midtrans'];
type Columns = Partial<Record<Column, number>>;

/** Returns null if the first line is not a known header. */
export function readSettlementFile(text: string): SettlementFile | null {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  if (!header) return null;
  const provider = chooseProvider(header.fields);
  if (!provider) return null;
  const columns = findColumns(header.fields, provider);
  const lines: SettledLine[] = [];
  const unread: { line: number; reason: string }[] = [];
  for (const { line, fields } of rows) {
    const read = readLine(fields, columns, provider);
    if (typeof read === 'string') unread.push({ line, reason: read });
    else if (read) lines.push({ line, ...read });
  }
  return { provider, lines, unread };
}

function chooseProvider(header: readonly string[]): SettlementFile['provider'] | null {
  const names = header.map(normalised);
  const has = (wanted: readonly string[]) => wanted.some((name) => names.includes(name));
  for (const provider of ['midtrans', 'xendit'] as const) {
    const { order, amount } = columnNames[provider];
    if (has(order) && has(amount)) return provider;
  }
  return null;
}

function findColumns(header: readonly string[], provider: SettlementFile['provider']): Columns {
  const names = header.map(normalised);
  const columns: Columns = {};
  for (const [column, wanted] of Object.entries(columnNames[provider]) as [Column, readonly string[]][]) {
    const found = wanted.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (found !== undefined) columns[column] = found;
  }
  return columns;
}

/**
 * Returns the kind of a line; null for a fee, a tax, our own money or a payment that was never made.
 * Midtrans: by status. Xendit: by type, because the status of a payment that was refunded later also says so,
 * in addition to the refund's own line.
 */
const kindOf: Record<
  SettlementFile['provider'],
  (words: Record<'status' | 'type' | 'line', string>) => SettledLine['kind'] | null
> = {
  midtrans({ status, type }) {
    if (/\b(fee|vat|tax|withdrawal|payout|disbursement|transfer out)\b/.test(type)) return null;
    if (/\b(refund|chargeback)/.test(status)) return 'refund';
    return /^(settlement|settled|capture|captured|success|paid)\b/.test(status) ? 'charge' : null;
  },
  xendit({ status, type, line }) {
    if (line === 'transaction reversal') return 'refund';
    if (line !== '' && line !== 'transaction') return null;
    if (/^(failed|pending|voided|reversed)\b/.test(status)) return null;
    if (/\b(refund|chargeback)\b/.test(type)) return 'refund';
    return /\bpayment$/.test(type) && !/\bremittance\b/.test(type) ? 'charge' : null;
  },
};

/** Returns null for a line without a payment, and a sentence for a line that cannot be read. */
function readLine(
  fields: readonly string[],
  columns: Columns,
  provider: SettlementFile['provider'],
): Omit<SettledLine, 'line'> | string | null {
  const read = (column: Column) => fields[columns[column] ?? -1]?.trim() ?? '';
  const word = (column: Column) => normalised(read(column));
  const kind = kindOf[provider]({ status: word('status'), type: word('type'), line: word('line') });
  if (kind === null) return null;
  const orderId = read('order');
  if (orderId === '') return 'it has no order id';
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

/** RFC 4180, with commas or semicolons: a quoted field may contain either, quotes and line ends. */
function parseCsv(text: string): { line: number; fields: string[] }[] {
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
