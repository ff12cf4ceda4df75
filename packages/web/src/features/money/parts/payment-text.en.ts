import { paymentWords } from '@pid/contract/texts/payment.en.ts';
/** The words of a payment that players, owners and administrators share. */
export const paymentText = {
  words: paymentWords,
  statuses: paymentWords.statuses,
  all: 'All',
  status: 'Status',
  price: 'Price',
  fees: 'Fees',
  total: 'Total',
  captured: 'Captured',
  refundedSum: 'Refunded',
  heldUntil: 'Held until',
  to: 'Goes to',
  payer: 'Paid by',
  when: 'When',
  reference: 'Reference',
  reason: (reason: string) => `Reason: ${reason}`,
};
export type PaymentText = typeof paymentText;
