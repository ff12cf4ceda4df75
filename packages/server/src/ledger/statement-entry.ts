import type { Reply } from '@pid/contract';
import { impossible } from '../platform/errors/index.ts';
import type { Holder } from './accounts.store.ts';
import type { EntryRow } from './statement.store.ts';

type EntryType = Reply<'getStatement'>['items'][number]['type'];

export type StatementEntry = ReturnType<typeof describeEntry>;

/**
 * `amount` is the change of the balance including fees, so that the balances of a statement add up line by
 * line.
 */
export function describeEntry(row: EntryRow, holder: Holder['kind']) {
  const type = entryType(row, holder);
  const isSettlement = type === 'settlement' || type === 'settlement_return';
  const paid =
    isSettlement ||
    type === 'send' ||
    type === 'topup' ||
    type === 'hold' ||
    (type === 'payment' && row.amount < 0n);
  const isOfPayment = type === 'payment' || type === 'hold' || type === 'hold_return';
  return {
    id: row.id,
    type,
    amount: row.amount,
    balanceAfter: row.balanceAfter,
    ...(row.counterparty && type !== 'topup' && row.postingType !== 'refund'
      ? { counterparty: row.counterparty }
      : {}),
    ...(paid ? { fee: row.fee } : {}),
    ...(row.app && holder === 'identity' ? { app: row.app } : {}),
    ...(row.appName && holder === 'identity' ? { appName: row.appName } : {}),
    ...(row.paymentId ? { payment: row.paymentId } : {}),
    ...(row.paymentStatus ? { paymentStatus: row.paymentStatus } : {}),
    ...(row.returned ? { returned: row.returned } : {}),
    ...(row.refunded ? { refunded: row.refunded } : {}),
    ...(row.allowance ? { allowance: row.allowance } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
    ...(row.note && (holder === 'identity' || isOfPayment || type === 'refund') ? { note: row.note } : {}),
    ...(row.goods ? { item: row.goods } : {}),
    createdAt: row.createdAt.toISOString(),
  };
}

function entryType(row: EntryRow, holder: Holder['kind']): EntryType {
  if (row.postingType === 'send' || row.postingType === 'topup') {
    if (holder === 'app') return 'app_fee';
    return row.postingType === 'topup' ? 'topup' : row.amount < 0n ? 'send' : 'receive';
  }
  if (row.postingType === 'payment' || row.postingType === 'capture') {
    // An app that is not the payee receives only its fee. In a capture, the payer receives the money that was
    // not captured.
    if (holder === 'app' && !row.isPayee) return 'app_fee';
    return row.postingType === 'capture' && row.isPayer ? 'hold_return' : 'payment';
  }
  if (row.postingType === 'payment_refund') return 'refund';
  // A credit from suspense was paid in from outside, like a top-up. A `suspense` entry on a holder's account
  // is a balance that it lost at deletion.
  if (row.postingType === 'suspense_credit') return 'topup';
  if (row.postingType === 'settlement_paid')
    return impossible('a paid settlement moves no balance of a holder');
  return row.postingType === 'suspense' ? 'forfeit' : row.postingType;
}
