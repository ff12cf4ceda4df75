/** The words of a payment that players, owners and administrators share. */
export const paymentText = {
  statuses: {
    open: 'Waiting for the player',
    held: 'Held',
    paid: 'Paid',
    refunded: 'Refunded',
    void: 'Returned',
    declined: 'Declined',
    expired: 'Expired',
    cancelled: 'Cancelled',
  },
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
