export { openProvider, provePaymentKey } from './choose-provider.ts';
export { clawBackTopUp } from './claw-back-top-up.ts';
export { compareSettlement } from './compare-settlement.ts';
export { openCheckout, type Checkout } from './open-checkout.ts';
export { recoverPayments, type Recovered } from './recover-payments.ts';
export { findTopUp as findTopUpById, listTopUpsOf } from './topups.store.ts';
export { topUpRecords } from './top-up-records.store.ts';
export { readSettlementFile } from './read-settlement-file.ts';
