import type { StatementEntry } from '../../../kit/api/shapes.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

/** Sends have separate receipts. Other entries are looked up in the statement by their time. */
export function receiptPath({
  id,
  type,
  createdAt,
}: Pick<StatementEntry, 'id' | 'type' | 'createdAt'>): string {
  const path = PAGE_PATHS.receipt.replace(':id', id);
  return type === 'send' || type === 'receive' ? path : `${path}?at=${encodeURIComponent(createdAt)}`;
}
