import { errors } from './declare.ts';

export const checkoutErrors = errors({
  topups_unavailable: {
    status: 503,
    meaning: 'Top-ups are unavailable: no payment provider is configured',
  },
  topup_out_of_range: {
    status: 400,
    meaning: 'The amount is outside the range of a top-up',
    context: { min: 'Smallest amount of a top-up, in rupiah', max: 'Largest amount of a top-up, in rupiah' },
    sentence: ({ min, max }: { min: bigint; max: bigint }) => `amount must be ${min} to ${max} rupiah`,
  },
  topup_not_found: { status: 404, meaning: 'No such top-up' },
  topup_not_paid: { status: 400, meaning: 'This top-up was not paid, so there is nothing to claw back' },
  payment_provider_unavailable: { status: 503, meaning: 'The payment provider does not respond, try again' },
  payment_provider_not_found: { status: 404, meaning: 'No such payment provider' },
  suspense_not_found: { status: 404, meaning: 'No such item in suspense' },
  suspense_resolved: { status: 409, meaning: 'This item is already resolved, or its refund is in progress' },
  suspense_not_refundable: {
    status: 400,
    meaning: 'This item has no provider charge that could be refunded: credit it to a pid',
  },
  refund_refused: {
    status: 400,
    meaning:
      'The payment provider does not refund this charge: return the money by bank transfer and record that as a clawback, or credit it to a pid',
  },
});
