/**
 * Refusals of the program, by custom error code. Append-only: codes are never reused or renumbered. They
 * begin at 7001, so that none can be mistaken for an error of the system or token program that passes
 * through.
 */
export const PROGRAM_ERRORS = {
  7001: ['UnknownInstruction', 'unknown instruction'],
  7002: ['CalledByProgram', 'must be called by the transaction itself, not by another program'],
  7003: ['MissingAccounts', 'too few or too many accounts'],
  7004: ['MalformedData', 'instruction data has the wrong length or value'],
  7005: ['NotWritable', 'an account that must be writable is not'],
  7006: ['BadConfig', 'not the config account of this program'],
  7007: ['BadAccount', 'not an account of this program'],
  7008: ['BadVault', 'not the vault of the account'],
  7009: ['BadSession', 'not a session of this program'],
  7010: ['BadAddress', 'not the derived address'],
  7011: ['Overflow', 'arithmetic overflow'],
  7012: ['AlreadyInitialised', 'config is already initialised'],
  7013: ['NotUpgradeAuthority', 'the upgrade authority of the program did not sign'],
  7014: ['BadProgramData', 'not the program data that the upgradeable loader records'],
  7015: ['BadOrigin', 'origin is empty, too long or has a character that JSON escapes'],
  7016: ['TreasuryNotRentExempt', 'treasury is below the rent-exempt minimum'],
  7017: ['KeysNotDistinct', 'admin, relayer and registrar must be different keys'],
  7018: ['NotAdmin', 'the admin did not sign'],
  7019: ['NotPendingAdmin', 'the proposed admin did not sign'],
  7020: ['BadPolicyVersion', 'a new fee policy must have the next version'],
  7021: ['PolicyAboveLimit', 'a fee policy exceeds the compiled limits'],
  7022: ['RelayerNotSigned', 'the relayer did not sign'],
  7023: ['RegistrarNotSigned', 'the registrar did not sign'],
  7024: ['AlreadyActivated', 'account is already activated'],
  7025: ['BadPasskey', 'a compressed P-256 key must begin with 2 or 3'],
  7026: ['ExpiryPassed', 'authorization has expired'],
  7027: ['ExpiryTooFar', 'authorization expires more than 600 seconds ahead'],
  7028: ['WrongNonce', 'nonce is not the one stored'],
  7029: ['PolicyUnknown', 'fee policy does not exist'],
  7030: ['PolicyDead', 'fee policy was superseded more than 600 seconds ago'],
  7031: ['FeeAboveCap', 'attested network fee exceeds the cap of the fee policy'],
  7032: ['BadTreasury', 'not the treasury of the config'],
  7033: ['BadInstructionsSysvar', 'not the instructions sysvar'],
  7034: ['NoPasskeyInstruction', 'the instruction right before is not the secp256r1 precompile'],
  7035: ['PasskeySignatureCount', 'the precompile must verify exactly one signature'],
  7036: ['PasskeyOffsets', 'the precompile must read everything from its own data in the fixed layout'],
  7037: ['PasskeyLength', 'the precompile data has the wrong length'],
  7038: ['WrongPasskey', 'signed by a key that is not the authority'],
  7039: ['RpIdHashMismatch', 'authenticatorData is for another rpId'],
  7040: ['UserNotPresent', 'user presence is missing'],
  7041: ['UserNotVerified', 'user verification is missing'],
  7042: ['AuthenticatorExtensions', 'authenticatorData has the flag for attested or extension data'],
  7043: ['ClientDataTail', 'the tail of clientDataJSON begins with neither a comma nor a brace'],
  7044: ['CrossOrigin', 'clientDataJSON comes from a cross-origin frame'],
  7045: ['ClientDataMismatch', 'the signed clientDataJSON does not match this request and origin'],
  7046: ['ZeroAmount', 'amount is zero'],
  7047: ['BadDestination', 'destination is the vault itself or an account of this program'],
  7048: ['VaultShort', 'vault holds less than amount and fees'],
  7049: ['VaultBelowRent', 'vault would be left between zero and the rent-exempt minimum'],
  7050: ['DestinationBelowRent', 'destination would hold less than the rent-exempt minimum'],
  7051: ['BadMint', 'not a mint of the token program'],
  7052: ['Token2022NotSupported', 'Token-2022 is not supported'],
  7053: ['BadTokenSource', 'not a token account of the vault for this mint'],
  7054: ['BadTokenDestination', 'not the associated token account of the destination'],
  7055: ['TokenDestinationOwner', 'the token account of the destination has another owner or mint'],
  7056: ['TokenAccountFrozen', 'a token account is frozen'],
  7057: ['TokenInsufficient', 'the vault holds fewer tokens than the amount'],
  7058: ['BadTokenProgram', 'not the token program'],
  7059: ['SameAuthority', 'the new authority is the current one'],
  7060: ['RotateRpIdHash', 'the new authority is for another rpId'],
  7061: ['BadSessionKey', 'session key is zero or equal to a key that it must differ from'],
  7062: ['SessionExpiryPassed', 'session expiry is not in the future'],
  7063: ['SessionExpiryTooFar', 'session expiry is more than 86,400 seconds ahead'],
  7064: ['SessionTargetsWallet', 'a session cannot call this program'],
  7065: ['BadGameProgram', 'target is not an executable program of the upgradeable loader'],
  7066: ['RecordedAuthorityMismatch', 'recorded upgrade authority is not the current one'],
  7067: ['RecordedSlotMismatch', 'recorded slot is not the current one'],
  7068: ['SessionAlive', 'session is alive'],
  7069: ['SessionRevoked', 'session is revoked'],
  7070: ['SessionExpired', 'session has expired'],
  7071: ['SessionEpoch', 'session belongs to an earlier authority'],
  7072: ['SessionProgramUpgraded', 'the game program was redeployed or extended after registration'],
  7073: ['SessionAuthorityChanged', 'the upgrade authority of the game program changed after registration'],
  7074: ['SessionKeyNotSigned', 'the session key did not sign'],
  7075: ['SessionOtherProgram', 'session is for another program'],
  7076: ['SessionTouchesVault', 'a session cannot pass the vault to its program'],
  7077: ['BadRentPayer', 'not the payer of the rent'],
  7078: ['TreasuryBelowRent', 'treasury would hold less than the rent-exempt minimum'],
  7079: ['BadClaim', 'not a claim of this program'],
  7080: ['NoCertificate', 'the registrar’s certificate must be two instructions before'],
  7081: ['CertificateForm', 'certificate must have one signature, laid out within its own instruction'],
  7082: ['CertificateRegistrar', 'certificate was not signed by the registrar'],
  7083: ['CertificateMismatch', 'certificate is for another account, passkey, program, cluster or time'],
  7084: ['CertificateFromFuture', 'certificate is dated in the future'],
  7085: ['CertificateNotLater', 'an open claim has a certificate of the same or a later date'],
  7086: ['ClaimNotReady', 'claim has not waited long enough'],
  7087: ['ClaimRegistrarChanged', 'the registrar was replaced after the claim was opened'],
  7088: ['BadRecovery', 'not the recovery account of this wallet'],
  7089: ['BadThreshold', 'threshold is zero or exceeds the number of guardians'],
  7090: ['BadDelay', 'delay is less than one day or more than thirty days'],
  7091: ['BadGuardian', 'guardian has an unknown kind or a malformed key'],
  7092: ['GuardianTwice', 'the same guardian is named twice'],
  7093: ['GuardianIsOwner', 'guardian is the account itself or its current passkey'],
  7094: ['NoSuchGuardian', 'the policy has no such guardian'],
  7095: ['VoteBarred', 'guardian voted for a cancelled recovery and must wait'],
  7096: ['VoteNotLater', 'a vote of this guardian with the same or a later expiry was already counted'],
  7097: ['RecoveryNotReady', 'votes are missing, the delay has not ended, or the recovery has lapsed'],
  7098: ['SheetMismatch', 'the recovery sheet signed another message'],
  7099: ['GuardianNotActivated', 'the wallet of a guardian is not activated'],
  7100: [
    'TokenSourceNotAssociated',
    'the whole balance of a token can be taken only from the associated token account of the vault',
  ],
} as const satisfies Record<number, readonly [string, string]>;

export type ProgramErrorCode = keyof typeof PROGRAM_ERRORS;
export type ProgramErrorName = (typeof PROGRAM_ERRORS)[ProgramErrorCode][0];

const CODE_BY_NAME = new Map<string, number>();
for (const [code, [name]] of Object.entries(PROGRAM_ERRORS)) CODE_BY_NAME.set(name, Number(code));

export function isProgramErrorCode(code: number): code is ProgramErrorCode {
  return Object.hasOwn(PROGRAM_ERRORS, code);
}

/** Returns the name of a custom error code, or null for a code of another program. */
export function programErrorName(code: number): ProgramErrorName | null {
  return isProgramErrorCode(code) ? PROGRAM_ERRORS[code][0] : null;
}

/** Returns a message for people, or null for a code of another program. */
export function programErrorMessage(code: number): string | null {
  return isProgramErrorCode(code) ? PROGRAM_ERRORS[code][1] : null;
}

export function programErrorCode(name: ProgramErrorName): number {
  const code = CODE_BY_NAME.get(name);
  if (code === undefined) throw new Error(`no program error ${name}`);
  return code;
}
