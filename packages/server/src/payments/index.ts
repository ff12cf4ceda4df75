export { confirmPayment, declinePayment } from './confirm-payment.ts';
export { describeForApp, describeForPlayers } from './describe-payment.ts';
export { expirePaymentNow } from './expire-now.ts';
export { getPayment } from './get-payment.ts';
export { openPayments, type Payments } from './open-payments.ts';
export { isVisibleTo, type PaymentDeps } from './payment-deps.ts';
export { findPayment, listPaymentRows, type Payment } from './payments.store.ts';
