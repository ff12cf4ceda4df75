export { expirePaymentNow } from './expire-now.ts';
export { openPayments } from './open-payments.ts';
export { findPayment, listPayments, type Payment } from './payments.store.ts';
