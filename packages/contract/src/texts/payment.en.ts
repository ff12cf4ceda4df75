/**
 * The words for a payment and its state. Statement, notices, activity, payments, receipts and mails all use
 * them, so that they say the same. `name` is the app or the player that receives the money.
 */
export const paymentWords = {
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
  /** Parts of a paid payment that the payer got back. */
  partReturned: (amount: string) => `${amount} returned`,
  partRefunded: (amount: string) => `${amount} refunded`,
  payment: (name: string) => `Payment to ${name}`,
  refund: (name: string) => `Refund from ${name}`,
  refundTo: (name: string) => `Refund to ${name}`,
  holdReturn: (name: string) => `Returned by ${name}`,
  through: (app: string) => `through ${app}`,
  /** A payment by an allowance. */
  automatic: 'automatic payment',
  fee: (amount: string) => `including ${amount} fees`,
};
export type PaymentWords = typeof paymentWords;
