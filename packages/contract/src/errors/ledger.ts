import { errors } from './declare.ts';
import { formatRupiah } from './format-rupiah.ts';

type Rupiah = bigint | number;

/** Refusals of the ledger: balances, sends, limits, what an app earned. */
export const ledgerErrors = errors({
  insufficient_balance: {
    status: 400,
    meaning: 'Insufficient balance',
    context: { needed: 'Rupiah that it takes, fees included', available: 'Rupiah that are there' },
    sentence: ({ needed, available }: { needed: Rupiah; available: Rupiah }) =>
      `Insufficient balance: ${formatRupiah(needed)} needed, ${formatRupiah(available)} available`,
  },
  daily_limit: {
    status: 403,
    meaning: 'More than may be sent in one day',
    context: { left: 'Rupiah that can still be sent today' },
    sentence: ({ left }: { left: Rupiah }) =>
      `The limit of this day is reached: ${formatRupiah(left)} can still be sent`,
  },
  receiver_full: { status: 400, meaning: 'The receiver cannot hold that much' },
  receiver_not_found: { status: 404, meaning: 'No such receiver' },
  send_not_found: { status: 404, meaning: 'No such send' },
  quote_changed: {
    status: 409,
    meaning: 'The total is no longer what the client expected',
    context: {
      total: 'What it costs now in all, in rupiah',
      global: 'Of it the service’s fee, in rupiah',
      app: 'Of it the fee of the app, in rupiah',
    },
    sentence: ({ total, global, app }: { total: Rupiah; global: Rupiah; app: Rupiah }) =>
      `The total has changed: it is now ${formatRupiah(total)}, of which ${formatRupiah(global)} are the service's fee and ${formatRupiah(app)} the app's`,
  },
  withdrawals_disabled: { status: 403, meaning: 'Bank withdrawals are disabled' },
  ledger_busy: { status: 503, meaning: 'Service Unavailable, try again' },
  settle_balance_first: {
    status: 400,
    meaning: 'There is money left on the balance',
    context: {
      balance: 'Rupiah on the balance',
      forfeited: 'Rupiah that may be left there and are forfeited',
    },
    sentence: ({ balance, forfeited }: { balance: Rupiah; forfeited: Rupiah }) =>
      `There is ${formatRupiah(balance)} on the balance: send it to somebody first, up to ${formatRupiah(forfeited)} may be left and is forfeited`,
  },
  escrow_not_empty: {
    status: 400,
    meaning: 'The app still holds money: pay it out first',
    context: { app: 'client_id of the app', balance: 'Rupiah that it holds' },
    sentence: ({ app, balance }: { app: string; balance: Rupiah }) =>
      `The app ${app} holds ${formatRupiah(balance)}: pay it out first`,
  },
  topups_under_way: {
    status: 400,
    meaning: 'A top-up is under way and could not be cancelled: pay it, or wait until it has expired',
  },
  balance_full: { status: 400, meaning: 'The balance cannot hold that much' },
  limits_changed: { status: 409, meaning: 'The limits were changed at the same moment, try again' },
});
