import type { Assertion } from '@pid/contract';
import { verify } from 'node:crypto';
import { sha256 } from '../../platform/hash.ts';
import {
  assertAssertionLayout,
  assertAuthenticatorData,
  readAuthenticatorData,
} from './authenticator-data.ts';
import { assertClientData, canonicalTail, readClientData } from './client-data.ts';
import { decodeBase64url } from './encoding.ts';
import { lowSignatureOf, publicKeyOf } from './p256.ts';
import { refuse } from '../../platform/errors/index.ts';

/** The fields of a passkey that are needed to verify its assertion. */
interface VerifyingPasskey {
  readonly credentialId: string;
  readonly compressedKey: Buffer;
  readonly counter: number;
  readonly backupEligible: boolean;
}

export interface AssertionInput {
  readonly passkey: VerifyingPasskey;
  readonly assertion: Assertion;
  readonly challenge: Uint8Array;
  readonly rpId: string;
  readonly origin: string;
}

export interface VerifiedAssertion {
  /** r ‖ s with low s, as the chain's precompile requires. */
  readonly signature: Buffer;
  readonly authenticatorData: Buffer;
  readonly clientDataJSON: Buffer;
  /**
   * The bytes after the origin in a canonical clientDataJSON; null if it is not canonical, which no chain
   * accepts.
   */
  readonly clientDataTail: Buffer | null;
  readonly counter: number;
  readonly backedUp: boolean;
}

/**
 * Verifies a passkey's assertion over `challenge` (WebAuthn L3, 7.2). Pure: it reads and stores nothing, and
 * throws a `ServiceError` for any invalid input. The caller must store the result with `recordAssertion` in the
 * transaction that acts on it.
 */
export function verifyAssertion(input: AssertionInput): VerifiedAssertion {
  const { passkey, assertion } = input;
  if (assertion.id !== passkey.credentialId) throw refuse('passkey_refused', { reason: 'another_passkey' });
  const clientData = readClientData(assertion.clientDataJSON);
  assertClientData(clientData, { type: 'webauthn.get', origin: input.origin });
  if (!clientData.challenge.equals(input.challenge))
    throw refuse('passkey_refused', { reason: 'another_challenge' });
  const data = readAuthenticatorData(decodeBase64url(assertion.authenticatorData, 'authenticatorData'));
  assertAssertionLayout(data);
  assertAuthenticatorData(data, input.rpId);
  const signature = lowSignatureOf(decodeBase64url(assertion.signature, 'signature'));
  const signed = Buffer.concat([data.bytes, sha256(clientData.bytes)]);
  if (
    !verify(
      'sha256',
      signed,
      { key: publicKeyOf(passkey.compressedKey), dsaEncoding: 'ieee-p1363' },
      signature,
    )
  ) {
    throw refuse('passkey_refused', { reason: 'signature_wrong' });
  }
  // Checked only after the signature: these values come from the device itself, and a fallen counter raises
  // an alarm.
  if (data.isBackupEligible !== passkey.backupEligible)
    throw refuse('passkey_refused', { reason: 'backup_changed' });
  // An equal counter is accepted: some authenticators count per session, and every challenge is single-use
  // anyway.
  if (data.counter < passkey.counter) throw refuse('passkey_counter_fell');
  return {
    signature,
    authenticatorData: data.bytes,
    clientDataJSON: clientData.bytes,
    clientDataTail: canonicalTail(clientData),
    counter: data.counter,
    backedUp: data.isBackedUp,
  };
}
