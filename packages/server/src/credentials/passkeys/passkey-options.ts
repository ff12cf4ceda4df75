import { Type, type Static } from 'typebox';
import { schemas } from '../../platform/http/index.ts';
import { challengeTtlSeconds } from './challenges.ts';
import { uuidBytes } from './encoding.ts';
import type { Passkey } from './passkeys.store.ts';
import type { RelyingParty } from './use-passkey.ts';
import { algorithmEs256 } from './verify-registration.ts';

export const descriptorSchema = Type.Object({
  id: Type.String(),
  type: schemas.literals(['public-key']),
  transports: Type.Array(Type.String()),
});

/** The standard JSON form (WebAuthn L3, 5.1.9): `PublicKeyCredential.parseCreationOptionsFromJSON` takes it as it is. */
export const creationOptionsSchema = Type.Object(
  {
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(
      Type.Object({ type: schemas.literals(['public-key']), alg: Type.Integer() }),
    ),
    timeout: Type.Integer(),
    attestation: schemas.literals(['none']),
    excludeCredentials: Type.Array(descriptorSchema),
    authenticatorSelection: Type.Object({
      residentKey: schemas.literals(['required']),
      requireResidentKey: Type.Boolean(),
      userVerification: schemas.literals(['required']),
    }),
    extensions: Type.Object({ credProps: Type.Boolean() }),
  },
  { title: 'CreationOptions' },
);
export type CreationOptions = Static<typeof creationOptionsSchema>;

/** The same for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptionsSchema = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: schemas.literals(['required']),
    allowCredentials: Type.Array(descriptorSchema),
  },
  { title: 'RequestOptions' },
);
export type RequestOptions = Static<typeof requestOptionsSchema>;

const timeoutMillis = challengeTtlSeconds * 1000;

export function creationOptions(
  relyingParty: RelyingParty,
  input: { identityId: string; pid: string; challenge: Buffer; existing: readonly Passkey[] },
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
      userVerification: 'required',
    },
    extensions: { credProps: true },
  };
}

/** Without `allowed` the device offers whatever passkeys it holds for us. */
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

/** What a device keeps beside the key, and says at sign-in. The inner id: random, and nothing personal. */
export function userHandleOf(identityId: string): string {
  return uuidBytes(identityId).toString('base64url');
}

function describePasskey(passkey: Passkey) {
  return { id: passkey.credentialId, type: 'public-key' as const, transports: [...passkey.transports] };
}
