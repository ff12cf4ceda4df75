export type { AccountDeps, AccountRequest } from './account-deps.ts';
export { hashOf } from './request-hash.ts';
export { openAccount } from './open-account.ts';
export { authorityOf, passkeysUnderWay, registerAuthorityEffects } from './authority-effects.ts';
export {
  assertExpiry,
  assertNonce,
  consentSteps,
  verifyConsent,
  type Consent,
} from './check-authorization.ts';
export { accountDeletionGuard, unactivatedVaultGuard, vaultDeletionCheck } from './deletion-guard.ts';
export { exportOperations } from './export-operations.ts';
export { exportCertificates } from './issue-certificates.ts';
export { movedAmounts } from './record-moved.ts';
export { ownAccounts, readWallet, walletOf, type WalletState } from './read-wallet.ts';
export { rentOf } from './rent.ts';
export { eraseAccount } from './erase-account.ts';
export { claimWatch } from './watch-claims.ts';
