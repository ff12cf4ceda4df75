import { errors } from './declare.ts';

/** Why what an authenticator or a browser gave does not verify, after `Passkey refused: `. */
const refusals = {
  another_passkey: 'the assertion names another passkey',
  another_challenge: 'it signed another challenge',
  another_credential: 'the response names another credential than the device made',
  another_identity: 'it was made for another identity',
  another_origin: 'it was used on another origin',
  another_site: 'it belongs to another site',
  inside_another_site: 'it was used inside another site',
  attestation_unasked: 'it carries a certificate that nobody asked for',
  attestation_wrong: 'its attestation is wrong',
  authenticator_data_length: 'authenticatorData has a wrong length',
  authenticator_data_short: 'authenticatorData is too short',
  backup_changed: 'its backup eligibility has changed',
  backup_contradicts: 'its backup flags contradict each other',
  client_data_incomplete: 'clientDataJSON lacks type, challenge or origin',
  client_data_no_json: 'clientDataJSON is not JSON',
  client_data_no_object: 'clientDataJSON is not an object',
  client_data_no_text: 'clientDataJSON is not UTF-8',
  client_data_spelling: 'clientDataJSON is not written as WebAuthn demands, the chain would not accept it',
  credential_in_assertion: 'authenticatorData of an assertion carries a credential',
  key_no_point: 'the key is not a P-256 point',
  key_not_es256: 'the key is not an ES256 key',
  malformed: 'the response is malformed or does not verify',
  no_creation: 'clientDataJSON is not of type webauthn.create',
  no_request: 'clientDataJSON is not of type webauthn.get',
  not_old_credential: 'the assertion must be of oldCredentialId',
  not_stored: 'the device did not store it, so it could not be found at sign-in',
  signature_not_der: 'the signature is not a DER-encoded ES256 signature',
  signature_wrong: 'the signature is wrong',
  user_absent: 'the user was not present',
  user_unverified: 'the user was not verified',
} as const;

export type PasskeyRefusal =
  | { readonly reason: keyof typeof refusals }
  | { readonly reason: 'not_base64url'; readonly field: string };

export const credentialErrors = errors({
  sign_in_again: { status: 403, meaning: 'Sign in again' },
  last_way_in: { status: 400, meaning: 'This is the last way into the identity: link another login first' },
  no_passkey_to_sign: {
    status: 400,
    meaning: 'There is no passkey that counts: a sign-in of the last ten minutes confirms the deletion',
  },
  passkey_refused: {
    status: 400,
    meaning: 'The passkey response did not verify',
    sentence: (refusal: PasskeyRefusal) =>
      `Passkey refused: ${refusal.reason === 'not_base64url' ? `${refusal.field} is not unpadded base64url` : refusals[refusal.reason]}`,
  },
  passkey_counter_fell: {
    status: 400,
    meaning: 'Passkey refused: its signature counter fell, it may have been copied',
  },
  passkey_unknown: { status: 400, meaning: 'Passkey refused: it is not known here' },
  passkey_too_new: {
    status: 400,
    meaning:
      'Passkey refused: it is too new to confirm this. To continue now, sign in with a provider, remove the passkey and register a new one within ten minutes: that one counts at once',
    context: { from: 'Unix seconds from when on the passkey can confirm this.' },
    sentence: ({ from }: { from: number }) =>
      `Passkey refused: it is too new to confirm this before ${new Date(from * 1000).toISOString()}. To continue now, sign in with a provider, remove the passkey and register a new one within ten minutes`,
  },
  passkey_closed: { status: 403, meaning: 'This passkey belongs to a deleted identity' },
  challenge_unknown: {
    status: 400,
    meaning: 'Passkey refused: the challenge is unknown, expired or used, start again',
  },
  passkey_exists: { status: 409, meaning: 'This passkey is already registered' },
  too_many_passkeys: {
    status: 400,
    meaning: 'The identity has as many passkeys as it may have',
    sentence: ({ reason, max }: { reason: 'active' | 'waiting'; max: number }) =>
      reason === 'active'
        ? `An identity has at most ${max} passkeys: remove one first`
        : `${max} passkeys already wait for approval: approve or deny them first`,
  },
  no_such_passkey: { status: 404, meaning: 'No such passkey' },
  passkey_is_authority: {
    status: 400,
    meaning: 'This passkey controls the smart account: rotate the authority to another passkey first',
  },
  passkey_under_way: {
    status: 409,
    meaning: 'A wallet operation with this passkey is under way: wait until it is final',
  },
  passkey_needs_assertion: {
    status: 400,
    meaning: 'A passkey is removed with DELETE /v1/passkeys/{id}, signed by a passkey',
  },
  no_such_approval: { status: 404, meaning: 'No such approval' },
  approval_decided: { status: 409, meaning: 'This approval was already decided' },
  approval_expired: { status: 410, meaning: 'This approval has expired, register the passkey again' },
});
