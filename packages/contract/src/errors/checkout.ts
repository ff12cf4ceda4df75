import { errors } from './declare.ts';

/** Refusals of top-ups and of what lies in suspense. */
export const checkoutErrors = errors({
  topups_unavailable: {
    status: 503,
    meaning: 'Top-ups are not available: no payment provider is configured',
  },
  topup_out_of_range: {
    status: 400,
    meaning: 'Less or more than a top-up may credit here',
    context: { min: 'The least, in rupiah', max: 'The most, in rupiah' },
    sentence: ({ min, max }: { min: bigint; max: bigint }) => `amount must be ${min} to ${max} rupiah`,
  },
  topup_not_found: { status: 404, meaning: 'No such top-up' },
  topup_not_paid: { status: 400, meaning: 'This top-up was not paid, so there is nothing to take back' },
  payment_provider_unavailable: { status: 503, meaning: 'The payment provider does not answer, try again' },
  payment_provider_not_found: { status: 404, meaning: 'No such payment provider' },
  suspense_not_found: { status: 404, meaning: 'No such item in suspense' },
  suspense_resolved: { status: 409, meaning: 'This item is resolved, or its refund is under way' },
  suspense_not_refundable: {
    status: 400,
    meaning: 'No payment that the provider could give back lies behind this item: credit it to a pid',
  },
  refund_refused: {
    status: 400,
    meaning:
      'The payment provider does not refund this payment: return it by bank transfer and tell of that by a clawback, or credit it to a pid',
  },
});
