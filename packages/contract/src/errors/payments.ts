import { errors } from './declare.ts';
import { formatRupiah } from './format-rupiah.ts';

type Rupiah = bigint | number;

/** Refusals of payments through apps, and of their events. */
export const paymentErrors = errors({
  payment_not_found: { status: 404, meaning: 'No such payment' },
  payment_expired: { status: 410, meaning: 'Payment expired' },
  payment_ended: {
    status: 409,
    meaning: 'The payment is in another status, or that was done otherwise before',
    context: { status: 'Its status now' },
    sentence: ({ status }: { status: string }) => `This cannot be done: the payment is ${status}`,
  },
  payment_reference_used: {
    status: 409,
    meaning: 'The reference stands for another payment of this app',
  },
  own_money: {
    status: 403,
    meaning: 'The money would be your own: another administrator has to decide',
  },
  own_payment: {
    status: 400,
    meaning: 'Nobody pays themselves: the payee and the owner of the app cannot confirm',
  },
  capture_too_much: {
    status: 400,
    meaning: 'More than the payment is of',
    context: { most: 'Rupiah that can be captured' },
    sentence: ({ most }: { most: Rupiah }) => `At most ${formatRupiah(most)} can be captured`,
  },
  payment_not_refundable: {
    status: 400,
    meaning: 'Only what the app itself was paid can be refunded: this went to a player',
  },
  refund_too_much: {
    status: 400,
    meaning: 'More than is left of what was captured',
    context: { left: 'Rupiah that can still be refunded' },
    sentence: ({ left }: { left: Rupiah }) => `At most ${formatRupiah(left)} can still be refunded`,
  },
  payer_gone: { status: 400, meaning: 'The payer has deleted the identity: nothing can be refunded to it' },
  holds_under_way: {
    status: 400,
    meaning: 'Money is held for a payment that names this account: it is captured or given back first',
  },
  events_gone: {
    status: 410,
    meaning: 'Events before that number are no longer kept',
    context: { oldest: 'The smallest number that is kept' },
  },
  events_ahead: {
    status: 409,
    meaning: 'There is no such number yet: the database was restored to an earlier moment',
    context: { last: 'The largest number there is' },
  },
});
