import { errors } from './declare.ts';

/** Completes `Passkey refused: …`. */
const refusals = {
  another_passkey: 'the assertion is from another passkey',
  another_challenge: 'it signed another challenge',
  another_credential: 'the response names a credential other than the one that the device created',
  another_identity: 'it was created for another identity',
  another_origin: 'it was used on another origin',
  another_site: 'it belongs to another site',
  inside_another_site: 'it was used in a frame of another site',
  attestation_unasked: 'it carries an attestation certificate, which was not requested',
  attestation_wrong: 'its attestation is invalid',
  authenticator_data_length: 'authenticatorData has the wrong length',
  authenticator_data_short: 'authenticatorData is too short',
  backup_changed: 'its backup eligibility has changed',
  backup_contradicts: 'its backup flags contradict each other',
  client_data_incomplete: 'clientDataJSON lacks type, challenge or origin',
  client_data_no_json: 'clientDataJSON is not JSON',
  client_data_no_object: 'clientDataJSON is not an object',
  client_data_no_text: 'clientDataJSON is not UTF-8',
  client_data_spelling:
    'clientDataJSON is not serialized as WebAuthn requires, so the chain would not accept it',
  credential_in_assertion: 'authenticatorData of an assertion contains a credential',
  key_no_point: 'the key is not a point on P-256',
  key_not_es256: 'the key is not an ES256 key',
  malformed: 'the response is malformed or does not verify',
  no_creation: 'clientDataJSON is not of type webauthn.create',
  no_request: 'clientDataJSON is not of type webauthn.get',
  not_old_credential: 'the assertion must be from the passkey oldCredentialId',
  not_stored: 'the device did not store it as a discoverable credential, so it could not be used to sign in',
  signature_not_der: 'the signature is not a DER-encoded ES256 signature',
  signature_wrong: 'the signature is invalid',
  user_absent: 'the user was not present',
  user_unverified: 'the user was not verified',
} as const;

export type PasskeyRefusal =
  | { readonly reason: keyof typeof refusals }
  | { readonly reason: 'not_base64url'; readonly field: string };

export const credentialErrors = errors({
  sign_in_again: {
    status: 403,
    message: 'Sign in again',
    meaning: 'The operation requires a recent sign-in (within ten minutes): sign in again',
    remedy: 'Send the player to `/signin`. After the sign-in, repeat the request within ten minutes.',
  },
  last_way_in: {
    status: 400,
    meaning: 'This is the last way to sign in to the identity: link another login first',
    remedy: 'Link another login, then remove this one.',
  },
  no_passkey_to_sign: {
    status: 400,
    meaning:
      'The identity has no passkey that counts: confirm the deletion with a recent sign-in (within ten minutes)',
    remedy: 'Sign in again, and confirm within ten minutes.',
  },
  passkey_refused: {
    status: 400,
    meaning: 'The passkey response did not verify: the message gives the reason',
    remedy:
      'Request new options and let the passkey sign them again, unchanged. If it happens every time, the message names what your client or the authenticator does wrong.',
    sentence: (refusal: PasskeyRefusal) =>
      `Passkey refused: ${refusal.reason === 'not_base64url' ? `${refusal.field} is not unpadded base64url` : refusals[refusal.reason]}`,
  },
  passkey_counter_fell: {
    status: 400,
    meaning: 'Passkey refused: its signature counter went back, so it may have been copied',
    remedy:
      'Remove this passkey and register a new one. If nobody has copied it on purpose, sign out the other devices.',
  },
  passkey_unknown: {
    status: 400,
    meaning: 'Passkey refused: this service does not know it',
    remedy: 'Choose another passkey, or sign in with a provider. Delete the unknown passkey from the device.',
  },
  passkey_too_new: {
    status: 400,
    meaning:
      'Passkey refused: it is too new to confirm this. To continue now, sign in with a provider, remove the passkey and register a new one within ten minutes: a passkey registered that way counts immediately',
    remedy:
      'Wait until `from`. To continue now, sign in with a provider, remove the passkey and register a new one within ten minutes.',
    context: { from: 'Unix timestamp in seconds from which the passkey can confirm this' },
    sentence: ({ from }: { from: number }) =>
      `Passkey refused: it is too new to confirm this before ${new Date(from * 1000).toISOString()}. To continue now, sign in with a provider, remove the passkey and register a new one within ten minutes`,
  },
  passkey_closed: {
    status: 403,
    meaning: 'This passkey belongs to a deleted identity',
    remedy: 'Nothing can be done with this passkey: delete it from the device.',
  },
  challenge_unknown: {
    status: 400,
    meaning: 'Passkey refused: the challenge is unknown, expired or already used, start again',
    remedy: 'Request new options and sign them once, within their time.',
  },
  passkey_exists: {
    status: 409,
    meaning: 'This passkey is already registered',
    remedy: 'Use the registered passkey, or choose another device for the new one.',
  },
  too_many_passkeys: {
    status: 400,
    meaning: 'The identity already has the maximum number of passkeys',
    remedy: 'Remove a passkey, or answer those that wait for approval.',
    sentence: ({ reason, max }: { reason: 'active' | 'waiting'; max: number }) =>
      reason === 'active'
        ? `An identity has at most ${max} passkeys: remove one first`
        : `${max} passkeys already wait for approval: approve or deny them first`,
  },
  no_such_passkey: { status: 404, meaning: 'No such passkey', remedy: 'List the passkeys again.' },
  passkey_is_authority: {
    status: 400,
    meaning:
      'This passkey is the authority of the smart account: rotate the authority to another passkey first',
    remedy: 'Rotate the authority of the smart account to another passkey, then remove this one.',
  },
  passkey_under_way: {
    status: 409,
    meaning: 'A wallet operation with this passkey is in progress: wait until it is final',
    remedy: 'Wait until the operation is final, then try again.',
  },
  passkey_needs_assertion: {
    status: 400,
    meaning: 'Remove a passkey with DELETE /v1/passkeys/{id}, signed by a passkey',
    remedy: 'Call `DELETE /v1/passkeys/{id}` with an assertion in `pid-assertion`.',
  },
  no_such_approval: {
    status: 404,
    meaning: 'No such approval',
    remedy: 'List the approvals again: it was answered, or belongs to another identity.',
  },
  approval_decided: {
    status: 409,
    meaning: 'This approval was already decided',
    remedy: 'Nothing to do. Register the passkey again if it was denied by mistake.',
  },
  approval_expired: {
    status: 410,
    meaning: 'This approval has expired, register the passkey again',
    remedy: 'Register the passkey again on the new device, and approve it in time.',
  },
});
