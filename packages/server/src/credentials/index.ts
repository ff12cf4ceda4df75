export { loginHash, passkeyHash } from './burn-credential.ts';
export { burn, deleteLogins, insertLogin, isBurnt, listLogins, touchLogin } from './credentials.store.ts';
export { openCredentials } from './open-credentials.ts';
export {
  activePasskeyStep,
  approvalRoutes,
  assertionStep,
  auditFallenCounter,
  counts,
  deletePasskeys,
  sweepPasskeys,
  exportApprovals,
  exportPasskeys,
  findActivePasskey,
  findPidsOfPasskey,
  lastRevocation,
  issueChallenge,
  listActivePasskeys,
  listCountingPasskeys,
  passkeyRoutes,
  passkeySignInRoutes,
  recordAssertion,
  requestOptions,
  restorePasskey,
  revokePasskey,
  sessionBinding,
  useForStepUp,
  verifyAssertion,
  type AuthorityOf,
  type Passkey,
  type RegistrationDeps,
  type RelyingParty,
  type VerifiedAssertion,
} from './passkeys/index.ts';
export { isRecent, isRecentAtProvider } from './recent-sign-in.ts';
export type { Assertion } from '@pid/contract';
