import { errors } from './declare.ts';
import { formatRupiah } from './format-rupiah.ts';

type Rupiah = bigint | number;

export const ledgerErrors = errors({
  insufficient_balance: {
    status: 400,
    meaning: 'The balance is too small for the amount and its fees',
    remedy:
      'Let the player top up: the hosted payment page offers it. A refund that lacks `short` rupiah needs a deposit of the owner into the app’s escrow.',
    context: {
      needed: 'Rupiah that are needed, fees included',
      available: 'Rupiah that are available',
      short: 'Only for refunds: rupiah that the app’s escrow lacks. Its owner can deposit them',
    },
    sentence: ({ needed, available, short }: { needed: Rupiah; available: Rupiah; short?: Rupiah }) =>
      short === undefined
        ? `Insufficient balance: ${formatRupiah(needed)} needed, ${formatRupiah(available)} available`
        : `The app's escrow is ${formatRupiah(short)} short: ${formatRupiah(needed)} needed, ${formatRupiah(available)} available. Its owner can deposit the difference`,
  },
  daily_limit: {
    status: 403,
    meaning: 'The daily limit would be exceeded',
    remedy:
      'Send at most `left` rupiah today, or wait until tomorrow. The player can raise the limit, which applies after 24 hours.',
    context: { left: 'Rupiah that can still be sent today' },
    sentence: ({ left }: { left: Rupiah }) =>
      `The daily limit is reached: ${formatRupiah(left)} can still be sent today`,
  },
  receiver_full: {
    status: 400,
    meaning: 'The receiver’s balance cannot hold this amount',
    remedy: 'Send less, or wait until the receiver has spent some of the balance.',
  },
  receiver_not_found: {
    status: 404,
    message: 'No such receiver',
    meaning: 'The receiver does not exist or is deleted',
    remedy: 'Check the spelling of the pid with the player.',
  },
  send_not_found: {
    status: 404,
    meaning: 'No such send',
    remedy: 'Check the id. Only the two players of a send see it.',
  },
  posting_not_found: {
    status: 404,
    meaning: 'No such posting of the caller',
    remedy: 'Check the number of the posting in the statement.',
  },
  proof_not_ready: {
    status: 409,
    meaning:
      'The posting is not in the public log yet, or the balance is not in a daily tree yet: try again in a few seconds, or tomorrow for a balance',
    remedy: 'Try again in a few seconds. For a balance, try again tomorrow.',
  },
  proof_key_lost: {
    status: 409,
    meaning:
      'The service has lost its key of the account, so entries from before can no longer be proven. A proof that was saved before stays valid',
    remedy: 'Use a proof that was saved before. Entries after this day can be proven.',
    context: { since: 'Day on which the key was lost' },
    sentence: ({ since }: { since: string }) =>
      `This can no longer be proven: the service lost its key of the account on ${since}`,
  },
  quote_changed: {
    status: 409,
    meaning:
      'The total differs from `expectedTotal` (activation: `expectedPrice`): show the new total and send it in that field',
    remedy:
      'Show the new `total` to the player. After the player agrees, send it as `expectedTotal` (activation: `expectedPrice`).',
    context: {
      total: 'Current total, in rupiah',
      global: 'Part of the total that is the service’s fee, in rupiah; absent for an activation',
      app: 'Part of the total that is the app’s fee, in rupiah; absent for an activation',
    },
    sentence: ({ total, global, app }: { total: Rupiah; global?: Rupiah; app?: Rupiah }) =>
      global === undefined || app === undefined
        ? `The price has changed: it is now ${formatRupiah(total)}`
        : `The total has changed: it is now ${formatRupiah(total)}, of which ${formatRupiah(global)} is the service's fee and ${formatRupiah(app)} the app's fee`,
  },
  withdrawals_disabled: {
    status: 403,
    meaning: 'Bank withdrawals are disabled',
    remedy: 'Do not offer bank withdrawals. Apps are paid by settlements.',
  },
  ledger_busy: {
    status: 503,
    message: 'Service Unavailable, try again',
    meaning: 'The ledger is busy: wait for the number of seconds in `Retry-After`, then try again',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then send the same request with the same `Idempotency-Key`.',
  },
  settle_balance_first: {
    status: 400,
    meaning: 'The balance is not empty: send the money to another player first',
    remedy:
      'Send the balance to another player, then delete again. Up to `forfeited` rupiah may remain and is lost.',
    context: {
      balance: 'Rupiah on the balance',
      forfeited: 'Largest balance, in rupiah, that is forfeited instead',
    },
    sentence: ({ balance, forfeited }: { balance: Rupiah; forfeited: Rupiah }) =>
      `There is ${formatRupiah(balance)} on the balance: send it to another player first. Up to ${formatRupiah(forfeited)} may remain and is forfeited`,
  },
  escrow_not_empty: {
    status: 400,
    meaning: 'The app’s escrow is not empty: pay it out first, or transfer the app to another player',
    remedy:
      'Refund what players should get back, then pay the rest out, or transfer the app to another player.',
    context: { app: 'client_id of the app', balance: 'Rupiah in the escrow' },
    sentence: ({ app, balance }: { app: string; balance: Rupiah }) =>
      `The app ${app} holds ${formatRupiah(balance)}: pay it out first, or transfer the app to another player`,
  },
  topups_under_way: {
    status: 400,
    meaning: 'A top-up is in progress and could not be cancelled: pay it, or wait until it expires',
    remedy: 'Pay the top-up, or wait until it has expired, then delete again.',
  },
  balance_full: {
    status: 400,
    meaning: 'The balance cannot hold this amount',
    remedy: 'Use a smaller amount, or spend some of the balance first.',
  },
  incoming_full: {
    status: 400,
    meaning: 'More than the player may receive this month: see `incomingLeft` of GET /v1/limits',
    remedy:
      'Use an amount of at most `incomingLeft` of `GET /v1/limits`, wait for the next month, or let the player register.',
  },
  tiers_off: {
    status: 409,
    meaning: 'This service has no tiers: the operator has not set PID_TIERS',
    remedy: 'Do not offer registration. The operator turns tiers on with `PID_TIERS`.',
  },
  limits_changed: {
    status: 409,
    meaning: 'The limits were changed concurrently, try again',
    remedy: 'Read the limits again, then repeat the change.',
  },
});
