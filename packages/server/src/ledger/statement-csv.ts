import { csvHead, csvLine } from '../platform/csv.ts';
import type { StatementEntry } from './statement-entry.ts';

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
  'paymentStatus',
  'returned',
  'refunded',
  'allowance',
] as const;

export const statementHead = csvHead(columns);

export async function* toCsv(chunks: AsyncIterable<readonly StatementEntry[]>): AsyncGenerator<string> {
  for await (const entries of chunks)
    yield entries.map((entry) => csvLine(columns.map((column) => entry[column]))).join('');
}
