export { loginHash } from './burn-credential.ts';
export { insertLogin, isBurnt, listLogins, mailAddressOf, touchLogin } from './credentials.store.ts';
export { openCredentials } from './open-credentials.ts';
export {
  auditFallenCounter,
  counts,
  findActivePasskey,
  findChainPasskey,
  findPidsOfPasskey,
  isRecoveredSince,
  lastRevocation,
  holdNewPasskey,
  installRecoveredPasskey,
  issueChallenge,
  listActivePasskeys,
  listAllPasskeys,
  listCountingPasskeys,
  lockActivePasskey,
  recordAssertion,
  requestOptions,
  restorePasskey,
  revokeAllPasskeys,
  revokePasskey,
  sessionBinding,
  tooNew,
  useForStepUp,
  verifyAssertion,
  type Adoption,
  type AuthorityOf,
  type MayStillGuard,
  type HeldPasskey,
  type Passkey,
  type RegistrationDeps,
  type RelyingParty,
  type VerifiedAssertion,
} from './passkeys/index.ts';
export { isRecent, isRecentAtProvider } from './recent-sign-in.ts';
export type { Assertion } from '@pid/contract';
