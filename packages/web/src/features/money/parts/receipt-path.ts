import type { StatementEntry } from './shapes.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

/** Sends have receipts of their own; everything else is found in the statement again, at its moment. */
export function receiptPath({
  id,
  type,
  createdAt,
}: Pick<StatementEntry, 'id' | 'type' | 'createdAt'>): string {
  const path = PAGE_PATHS.receipt.replace(':id', id);
  return type === 'send' || type === 'receive' ? path : `${path}?at=${encodeURIComponent(createdAt)}`;
}
