export {
  ACCOUNT_BYTES,
  ACCOUNT_TAG,
  CLAIM_BYTES,
  CLAIM_TAG,
  CONFIG_HEAD_BYTES,
  CONFIG_TAG,
  LAYOUT_VERSION,
  POLICY_BYTES,
  SESSION_BYTES,
  SESSION_TAG,
  currentPolicy,
  decodeAccount,
  decodeClaim,
  decodeClock,
  decodeConfig,
  decodeProgramData,
  decodeProgramPointer,
  decodeSession,
  livePolicy,
  withConfigOrigin,
} from './accounts.ts';
export type {
  ClaimAccount,
  ConfigAccount,
  FeePolicy,
  LoaderProgramData,
  SessionAccount,
  SmartAccount,
} from './accounts.ts';
export { decodeBase58, encodeBase58 } from './base58.ts';
export {
  accountIdFromHex,
  accountIdFromPid,
  addressBytes,
  addressFromBytes,
  brandPasskeyPoint,
  isAddress,
  rpIdHashFromRpId,
  toAddress,
  toBytes32,
  toLamports,
  toPrefixedHex,
} from './brands.ts';
export type { Address, Bytes32, Lamports, PasskeyPoint } from './brands.ts';
export { fromBase64Url, toBase64Url } from './base64url.ts';
export { concatBytes, equalBytes, fromHex, toHex, utf8 } from './bytes.ts';
export type { Bytes } from './bytes.ts';
export { canonicalJson } from './canonical-json.ts';
export { certificateFile, readCertificateFile } from './certificate-file.ts';
export type { CertificateFile, SignedCertificate } from './certificate-file.ts';
export {
  CERTIFICATE_BYTES,
  CLAIM_WAIT_SECONDS,
  certificateInstruction,
  certificateMessage,
  readCertificate,
  claimInstruction,
  closeClaimInstruction,
  finishClaimInstruction,
} from './claim-instructions.ts';
export type { Certificate, ClaimArguments } from './claim-instructions.ts';
export { compileMessage } from './compile-message.ts';
export type { CompiledMessage } from './compile-message.ts';
export { COMPUTE_BUDGET_PROGRAM, computeBudget, unitPrice } from './compute-budget.ts';
export {
  acceptAdminInstruction,
  appendPolicyInstruction,
  initialiseConfigInstruction,
  proposeAdminInstruction,
  setRegistrarInstruction,
  setRelayerInstruction,
  setTreasuryInstruction,
} from './config-instructions.ts';
export type { AppendPolicyArguments, InitialiseConfigArguments } from './config-instructions.ts';
export {
  ACCOUNT_STORAGE_OVERHEAD_BYTES,
  ASSOCIATED_TOKEN_PROGRAM,
  AUTHORIZATION_TTL_SECONDS,
  CLOCK_SYSVAR,
  ED25519_PROGRAM,
  EVERYTHING,
  INSTRUCTIONS_SYSVAR,
  LOADER_V3,
  MAX_FORWARDED_ACCOUNTS,
  MAX_NETWORK_FEE_LAMPORTS,
  MAX_ORIGIN_BYTES,
  MAX_PROTOCOL_FEE_BPS,
  PAYLOAD_VERSION,
  POLICY_GRACE_SECONDS,
  RENT_LAMPORTS_PER_BYTE,
  SECP256R1_PROGRAM,
  SEEDS,
  SESSION_TTL_SECONDS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  rentExemptLamports,
} from './constants.ts';
export { isOnCurve25519 } from './curve25519.ts';
export { givenUpDigest } from './given-up.ts';
export type { HeldAsset } from './given-up.ts';
export {
  accountSeeds,
  configSeeds,
  findAccountAddress,
  findClaimAddress,
  findConfigAddress,
  findProgramAddress,
  findProgramDataAddress,
  findRecoveryAddress,
  findSessionAddress,
  findSessionSignerAddress,
  findTokenAccountAddress,
  findVaultAddress,
  programAddressAt,
  sessionSeeds,
  sessionSignerSeeds,
  vaultSeeds,
} from './derive-address.ts';
export type { DerivedAddress } from './derive-address.ts';
export {
  PROGRAM_ERRORS,
  isProgramErrorCode,
  programErrorCode,
  programErrorMessage,
  programErrorName,
} from './errors.ts';
export type { ProgramErrorCode, ProgramErrorName } from './errors.ts';
export { activationLamports, protocolFeeLamports, withdrawFees } from './fees.ts';
export type { FeeBreakdown } from './fees.ts';
export { ROLE, payerAccount, readonlyAccount, signerAccount, writableAccount } from './instruction.ts';
export type { AccountMeta, ProgramInstruction, Role } from './instruction.ts';
export { compressP256, compressP256Point, decompressP256, toPasskeyPoint } from './p256.ts';
export { ACTIONS, BODY_BYTES, HEADER_BYTES, challengeFor, encodeBody, encodeHeader } from './payloads.ts';
export type {
  ActionName,
  ActivateIntent,
  CancelRecoveryIntent,
  ClaimIntent,
  ExitIntent,
  Intent,
  PayloadScope,
  RegisterSessionIntent,
  RevokeSessionIntent,
  RotateIntent,
  SetRecoveryPolicyIntent,
  VoteRecoveryIntent,
  WithdrawIntent,
} from './payloads.ts';
export {
  RECOVERY_BYTES,
  RECOVERY_TAG,
  compareNumber,
  decodeRecovery,
  recoveryAttempts,
  recoveryInEpoch,
} from './recovery-account.ts';
export type { GuardianVote, RecoveryAccount, RecoveryAttempt } from './recovery-account.ts';
export {
  cancelRecoveryInstruction,
  finishRecoveryInstruction,
  setRecoveryPolicyInstruction,
  voteRecoveryInstruction,
} from './recovery-instructions.ts';
export type { SetRecoveryPolicyArguments, VoteRecoveryArguments } from './recovery-instructions.ts';
export {
  GUARDIANS_MAX,
  GUARDIAN_BYTES,
  RECOVERY_DELAY_SECONDS,
  RECOVERY_LIFE_SECONDS,
  guardianKey,
} from './recovery-policy.ts';
export type { Guardian, RecoveryPolicy } from './recovery-policy.ts';
export {
  closeSessionInstruction,
  executeSessionInstruction,
  registerSessionInstruction,
  revokeSessionInstruction,
} from './session-instructions.ts';
export type {
  CloseSessionArguments,
  ExecuteSessionArguments,
  RegisterSessionArguments,
  RevokeSessionArguments,
} from './session-instructions.ts';
export { derFromRaw, isLowS, lowSFromDer, rawFromDer, toLowS } from './signature.ts';
export { concretePath, isStepUpChallenge, stepUpSubject } from './step-up.ts';
export type { ConfirmedRequest } from './step-up.ts';
export {
  INSTRUCTION_TAGS,
  activateInstruction,
  createTokenAccountInstruction,
  deriveWallet,
  exitSolInstruction,
  exitSplInstruction,
  rotateInstruction,
  withdrawSolInstruction,
  withdrawSplInstruction,
} from './wallet-instructions.ts';
export type {
  ActivateArguments,
  Authorization,
  ExitSolArguments,
  ExitSplArguments,
  RelayTerms,
  RotateArguments,
  WalletAddresses,
  WithdrawSolArguments,
  WithdrawSplArguments,
} from './wallet-instructions.ts';
export {
  AUTHENTICATOR_DATA_BYTES,
  assertionMessage,
  clientDataPrefix,
  clientDataTail,
  passkeyInstruction,
  secp256r1Instruction,
  sheetInstruction,
} from './webauthn.ts';
export type { PasskeyAssertion } from './webauthn.ts';
export { PLAY_MESSAGE_BYTES_MAX, playMessage, playTransaction } from './play-message.ts';
export type { PlayMove, PlayTerms } from './play-message.ts';
export { sha256 } from '#sha256';
export { memoInstruction, transferInstruction } from './system-instructions.ts';
export { TRANSFER_NOTE_BYTES_MAX, noteInstructions, transferNoteBytes } from './transfer-note.ts';
export type { TransferNote } from './transfer-note.ts';
export { strangersWords } from './strangers-words.ts';
export { takenNonce } from './taken-nonce.ts';
