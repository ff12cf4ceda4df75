import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { findPosting } from './postings.store.ts';

/** Only the sender and the receiver can read a receipt, and only the sender sees the fees. */
export async function getSendReceipt(deps: { db: Queryable }, pid: string, id: string) {
  const posting = await findPosting(deps.db, id);
  if (
    posting?.type !== 'send' ||
    !posting.payer ||
    !posting.payee ||
    (pid !== posting.payer && pid !== posting.payee)
  )
    throw refuse('send_not_found');
  const fees = { global: posting.globalFee, app: posting.appFee, total: posting.globalFee + posting.appFee };
  return {
    id: posting.id,
    from: posting.payer,
    to: posting.payee,
    amount: posting.amount,
    ...(pid === posting.payer ? { fees } : {}),
    ...(posting.app ? { app: posting.app } : {}),
    ...(posting.note ? { note: posting.note } : {}),
    status: 'posted' as const,
    createdAt: posting.createdAt.toISOString(),
  };
}
