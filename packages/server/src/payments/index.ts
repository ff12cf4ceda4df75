export { openPayments, type Payments } from './open-payments.ts';
