import type { CreationOptions, RequestOptions } from '@pid/contract';
import { challengeTtlSeconds } from './challenges.ts';
import { uuidBytes } from './encoding.ts';
import type { Passkey } from './passkeys.store.ts';
import type { RelyingParty } from './use-passkey.ts';
import { algorithmEs256 } from './verify-registration.ts';

const timeoutMillis = challengeTtlSeconds * 1000;

export function creationOptions(
  relyingParty: RelyingParty,
  input: {
    identityId: string;
    pid: string;
    challenge: Buffer;
    existing: readonly Passkey[];
    silent: boolean;
  },
): CreationOptions {
  return {
    rp: { id: relyingParty.rpId, name: 'PID' },
    user: { id: userHandleOf(input.identityId), name: input.pid, displayName: input.pid },
    challenge: input.challenge.toString('base64url'),
    pubKeyCredParams: [{ type: 'public-key', alg: algorithmEs256 }],
    timeout: timeoutMillis,
    attestation: 'none',
    excludeCredentials: input.existing.map(describePasskey),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: input.silent ? 'preferred' : 'required',
    },
    extensions: { credProps: true },
  };
}

/** Without `allowed`, the device offers all passkeys that it holds for us. */
export function requestOptions(
  relyingParty: RelyingParty,
  challenge: Buffer,
  allowed: readonly Passkey[] = [],
): RequestOptions {
  return {
    challenge: challenge.toString('base64url'),
    rpId: relyingParty.rpId,
    timeout: timeoutMillis,
    userVerification: 'required',
    allowCredentials: allowed.map(describePasskey),
  };
}

/**
 * The user handle that a device stores with the key and returns at sign-in. It is the internal id: random and
 * without personal data.
 */
export function userHandleOf(identityId: string): string {
  return uuidBytes(identityId).toString('base64url');
}

function describePasskey(passkey: Passkey) {
  return { id: passkey.credentialId, type: 'public-key' as const, transports: [...passkey.transports] };
}
