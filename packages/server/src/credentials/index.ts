export { loginHash, passkeyHash } from './burn-credential.ts';
export { burn, deleteLogins, insertLogin, isBurnt, listLogins, touchLogin } from './credentials.store.ts';
export { credentialRoutes } from './credentials.routes.ts';
export { deletionRoutes } from './deletion.routes.ts';
export {
  activePasskeyStep,
  approvalRoutes,
  assertionSchema,
  assertionStep,
  auditFallenCounter,
  deletePasskeys,
  sweepPasskeys,
  exportApprovals,
  exportPasskeys,
  findActivePasskey,
  findPidsOfPasskey,
  listActivePasskeys,
  passkeyCounterFell,
  passkeyRefused,
  passkeyRoutes,
  passkeySignInRoutes,
  passkeyUnknown,
  recordAssertion,
  restorePasskey,
  revokePasskey,
  verifyAssertion,
  type Assertion,
  type AuthorityOf,
  type Passkey,
  type RelyingParty,
  type VerifiedAssertion,
} from './passkeys/index.ts';
export { signInAgain } from './recent-sign-in.ts';
