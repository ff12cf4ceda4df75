export { clawBackTopUp } from './claw-back-top-up.ts';
export { compareSettlement } from './compare-settlement.ts';
export { openCheckout } from './open-checkout.ts';
export { readSettlementFile } from './read-settlement-file.ts';
