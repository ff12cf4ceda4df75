import { sha256 } from '../../platform/hash.ts';
import { refuse } from '../../platform/errors/index.ts';

/** The fixed part of the authenticator data, which the signature covers (WebAuthn L3, 6.1). */
export interface AuthenticatorData {
  readonly bytes: Buffer;
  readonly rpIdHash: Buffer;
  readonly isUserPresent: boolean;
  readonly isUserVerified: boolean;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly hasAttestedCredential: boolean;
  readonly hasExtensions: boolean;
  readonly counter: number;
}

const fixedBytes = 37;

export function readAuthenticatorData(bytes: Buffer): AuthenticatorData {
  if (bytes.length < fixedBytes) throw refuse('passkey_refused', { reason: 'authenticator_data_short' });
  const flags = bytes[32]!;
  return {
    bytes,
    rpIdHash: bytes.subarray(0, 32),
    isUserPresent: (flags & 0x01) !== 0,
    isUserVerified: (flags & 0x04) !== 0,
    isBackupEligible: (flags & 0x08) !== 0,
    isBackedUp: (flags & 0x10) !== 0,
    hasAttestedCredential: (flags & 0x40) !== 0,
    hasExtensions: (flags & 0x80) !== 0,
    counter: bytes.readUInt32BE(33),
  };
}

/** Checks that apply to every ceremony. */
export function assertAuthenticatorData(data: AuthenticatorData, rpId: string): void {
  if (!data.rpIdHash.equals(sha256(rpId))) throw refuse('passkey_refused', { reason: 'another_site' });
  if (!data.isUserPresent) throw refuse('passkey_refused', { reason: 'user_absent' });
  if (!data.isUserVerified) throw refuse('passkey_refused', { reason: 'user_unverified' });
  if (data.isBackedUp && !data.isBackupEligible)
    throw refuse('passkey_refused', { reason: 'backup_contradicts' });
}

/** An assertion ends after the counter or after extension data; it never contains a credential. */
export function assertAssertionLayout(data: AuthenticatorData): void {
  if (data.hasAttestedCredential) throw refuse('passkey_refused', { reason: 'credential_in_assertion' });
  if (data.hasExtensions !== data.bytes.length > fixedBytes)
    throw refuse('passkey_refused', { reason: 'authenticator_data_length' });
}
