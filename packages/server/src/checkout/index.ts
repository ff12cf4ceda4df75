export { openProvider } from './choose-provider.ts';
export { clawBackTopUp } from './claw-back-top-up.ts';
export { compareSettlement } from './compare-settlement.ts';
export { openCheckout, type Checkout } from './open-checkout.ts';
export type { PlayMoney } from './play-money.ts';
export { recoverTopUps, type Recovered } from './recover-top-ups.ts';
export { countPendingTopUps, findTopUp as findTopUpById, listTopUpsOf } from './topups.store.ts';
export { topUpRecords } from './top-up-records.store.ts';
export { knownSettlementFiles, readSettlementFile, type SettlementFile } from './read-settlement-file.ts';
export { startOfDay } from './settlement.store.ts';
export { checkoutProblems, checkoutRetention, checkoutSettings } from './settings.ts';
export {
  anyOf,
  payoutProviders,
  payoutSettings,
  remoteProviderIds,
  remoteProviders,
} from './providers/index.ts';
export { hasPlayMoney, hasProviderMoney } from './providers/sandbox.store.ts';
export { ProviderError } from './payment-provider.ts';
export type { PayoutProvider, PayoutState } from './payout-provider.ts';
