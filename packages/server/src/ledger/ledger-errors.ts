import { defineError } from '../platform/errors/index.ts';
import type { Fees } from './compute-fees.ts';
import { formatRupiah } from './format-rupiah.ts';

export const insufficientBalance = defineError(
  'insufficient_balance',
  400,
  (needed: bigint, balance: bigint) =>
    `Insufficient balance: ${formatRupiah(needed)} needed, ${formatRupiah(balance)} available`,
  'Insufficient balance',
);
export const dailyLimitReached = defineError(
  'daily_limit',
  403,
  (left: bigint) => `The limit of this day is reached: ${formatRupiah(left)} can still be sent`,
  'More than may be sent in one day',
);
export const receiverFull = defineError('receiver_full', 400, 'The receiver cannot hold that much');
export const receiverNotFound = defineError('receiver_not_found', 404, 'No such receiver');
export const sendNotFound = defineError('send_not_found', 404, 'No such send');
export const appNotFound = defineError('app_not_found', 404, 'No such app');
export const quoteChanged = defineError(
  'quote_changed',
  409,
  (amount: bigint, fees: Fees) =>
    `The total has changed: it is now ${formatRupiah(amount + fees.total)}, of which ${formatRupiah(fees.global)} are the service's fee and ${formatRupiah(fees.app)} the app's`,
  'The total is no longer what the client expected',
);
export const withdrawalsDisabled = defineError('withdrawals_disabled', 403, 'Bank withdrawals are disabled');
export const ledgerBusy = defineError('ledger_busy', 503, 'Service Unavailable, try again');
export const settleBalanceFirst = defineError(
  'settle_balance_first',
  400,
  (sentence: string) => sentence,
  'There is money left on the balance',
);
export const topUpsUnderWay = defineError(
  'topups_under_way',
  400,
  'A top-up is under way and could not be cancelled: pay it, or wait until it has expired',
);
export const balanceFull = defineError('balance_full', 400, 'The balance cannot hold that much');
export const limitsChanged = defineError(
  'limits_changed',
  409,
  'The limits were changed at the same moment, try again',
);
