export { expirePaymentNow } from './expire-now.ts';
export { openPayments, type Payments } from './open-payments.ts';
export { findPayment, listPaymentRows, type Payment } from './payments.store.ts';
