export type { AccountDeps, AccountRequest } from './account-deps.ts';
export { activateAccount } from './activate-account.ts';
export { getActivation } from './get-account.ts';
export { openAccount } from './open-account.ts';
export { authorityOf, mayStillGuard, passkeysUnderWay } from './authority-effects.ts';
export {
  assertExpiry,
  assertNonce,
  recordConsent,
  verifyConsent,
  type Consent,
} from './check-authorization.ts';
export { accountDeletionGuard, unactivatedVaultGuard, vaultDeletionCheck } from './deletion-guard.ts';
export { ownAccounts, readWallet, walletOf, type WalletState } from './read-wallet.ts';
export { rentOf } from './rent.ts';
export {
  listActivated,
  observeAuthority as observeRecoveredAuthority,
  observeNewestAuthority,
  findAuthority,
} from './smart-accounts.store.ts';
export { accountProblems, accountSettings } from './settings.ts';
export { recordOperation } from './record-operation.ts';
export { relayRequest } from './relay-request.ts';
