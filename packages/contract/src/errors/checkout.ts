import { errors } from './declare.ts';

export const checkoutErrors = errors({
  topups_unavailable: {
    status: 503,
    meaning: 'Top-ups are unavailable: no payment provider is configured',
    remedy: 'Offer no top-up. The operator has to configure a payment provider.',
  },
  topup_out_of_range: {
    status: 400,
    meaning: 'The amount is outside the range of a top-up',
    remedy: 'Ask for an amount between `min` and `max`.',
    context: { min: 'Smallest amount of a top-up, in rupiah', max: 'Largest amount of a top-up, in rupiah' },
    sentence: ({ min, max }: { min: bigint; max: bigint }) => `amount must be ${min} to ${max} rupiah`,
  },
  topup_not_found: {
    status: 404,
    meaning: 'No such top-up',
    remedy: 'Check the id. A player sees only their own top-ups.',
  },
  topup_not_paid: {
    status: 400,
    meaning: 'This top-up was not paid, so there is nothing to claw back',
    remedy: 'Do nothing: no money came in.',
  },
  payment_provider_unavailable: {
    status: 503,
    meaning: 'The payment provider does not respond, try again',
    remedy:
      'Try again in a minute. A top-up that was already opened is credited when the provider responds again.',
  },
  payment_provider_not_found: {
    status: 404,
    meaning: 'No such payment provider',
    remedy: 'Check the provider in the address against the setting `PID_PAYMENT_PROVIDER`.',
  },
  suspense_not_found: {
    status: 404,
    meaning: 'No such item in suspense',
    remedy: 'List the items in suspense again.',
  },
  suspense_resolved: {
    status: 409,
    meaning: 'This item is already resolved, or its refund is in progress',
    remedy: 'Read the item again: somebody has resolved it, or its refund is on the way.',
  },
  suspense_not_refundable: {
    status: 400,
    meaning: 'This item has no provider charge that could be refunded: credit it to a pid',
    remedy: 'Credit the item to the pid of the person who paid.',
  },
  refund_refused: {
    status: 400,
    meaning:
      'The payment provider does not refund this charge: return the money by bank transfer and record that as a clawback, or credit it to a pid',
    remedy: 'Return the money by bank transfer and record a clawback, or credit it to a pid.',
  },
});
