export type { Adoption } from './adopt-passkey.ts';
export { approvalRoutes } from './approvals.routes.ts';
export { sweepPasskeys } from './sweep-passkeys.ts';
export { exportApprovals, exportPasskeys } from './export-passkeys.ts';
export { requestOptions } from './passkey-options.ts';
export { listPidsOfPasskey } from './list-passkeys.ts';
export { passkeySignInRoutes } from './passkey-sign-in.routes.ts';
export { passkeyRoutes } from './passkeys.routes.ts';
export { lockActivePasskey } from './assertions.store.ts';
export {
  counts,
  deletePasskeys,
  findActivePasskey,
  findChainPasskey,
  isRecoveredSince,
  lastRevocation,
  listActivePasskeys,
  listAllPasskeys,
  listCountingPasskeys,
  markPasskeyRevoked,
  restorePasskey,
  type Passkey,
} from './passkeys.store.ts';
export type { RegistrationDeps } from './register-passkey.ts';
export {
  holdNewPasskey,
  installRecoveredPasskey,
  revokeAllPasskeys,
  type HeldPasskey,
} from './recovered-passkey.ts';
export type { AuthorityOf } from './authority-of.ts';
export type { MayStillGuard } from './passkey-signals.ts';
export {
  auditFallenCounter,
  recordAssertion,
  sessionBinding,
  tooNew,
  useForStepUp,
  withAssertion,
  type RelyingParty,
} from './use-passkey.ts';
export { addTestPasskey } from './add-test-passkey.ts';
export { refuseWhileAwaited } from './awaited-passkeys.ts';
export { awaitPasskey, stopAwaiting } from './awaited-passkeys.store.ts';
export { issueChallenge } from './challenges.ts';
export { uuidBytes } from './encoding.ts';
export { verifyAssertion, type VerifiedAssertion } from './verify-assertion.ts';
