export { clawBackTopUp } from './claw-back-top-up.ts';
export { openCheckout } from './open-checkout.ts';
