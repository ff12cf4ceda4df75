import { defineError } from '../platform/errors/index.ts';

export const topUpsUnavailable = defineError(
  'topups_unavailable',
  503,
  'Top-ups are not available: no payment provider is configured',
);
export const topUpNotFound = defineError('topup_not_found', 404, 'No such top-up');
export const topUpNotPaid = defineError(
  'topup_not_paid',
  400,
  'This top-up was not paid, so there is nothing to take back',
);
export const providerUnavailable = defineError(
  'payment_provider_unavailable',
  503,
  'The payment provider does not answer, try again',
);
export const providerNotFound = defineError('payment_provider_not_found', 404, 'No such payment provider');
export const suspenseNotFound = defineError('suspense_not_found', 404, 'No such item in suspense');
export const suspenseResolved = defineError(
  'suspense_resolved',
  409,
  'This item is resolved, or its refund is under way',
);
export const suspenseNotRefundable = defineError(
  'suspense_not_refundable',
  400,
  'No payment that the provider could give back lies behind this item: credit it to a pid',
);
export const refundRefused = defineError(
  'refund_refused',
  400,
  'The payment provider does not refund this payment: return it by bank transfer and tell of that by a clawback, or credit it to a pid',
);
