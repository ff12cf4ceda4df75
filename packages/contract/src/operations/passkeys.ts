import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, instant, literals, nullable, okReply, pid, uuid, words } from '../schemas.ts';
import {
  assertion,
  authenticationResponse,
  creationOptions,
  exampleAssertion,
  registrationResponse,
  requestOptions,
} from '../shapes/passkeys.ts';

const passkeyId = described(uuid, 'Id of the passkey (UUID).');
const params = Type.Object({ id: passkeyId });
const examplePasskey = '3e9a1c70-58d2-4b6f-8a41-9d0e7c5b2f63';

const passkey = Type.Object(
  {
    id: passkeyId,
    credentialId: words('WebAuthn credential id, in unpadded base64url.'),
    name: words('Name that its owner gave it.'),
    createdAt: instant('Time of the registration.'),
    lastUsedAt: instant('Time of its last signature for this service; equals `createdAt` until then.'),
    backedUp: flag('Whether the authenticator reports that the passkey is synced to other devices.'),
    transports: Type.Array(Type.String(), {
      description: 'How a browser reaches the authenticator: internal, hybrid, usb, nfc, ble, smart-card.',
    }),
    authority: flag('Whether the passkey is the authority of the smart account.'),
    publicKey: words(
      'Compressed P-256 point of 33 bytes, in unpadded base64url. Activation and rotation sign it.',
    ),
    countsFrom: nullable(
      instant(
        'Time from which the passkey counts, that is, can confirm requests; before that it can only sign in. Null while it waits for approval.',
      ),
    ),
    proven: flag(
      'Whether the passkey has signed something for this service, so that it can become the authority of a smart account.',
    ),
  },
  { title: 'Passkey' },
);
const name = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Name of the passkey: 1-64 characters, at least one of them visible.',
});

export const passkeys = declare('passkeys', {
  listPasskeys: {
    summary: 'Lists the active passkeys of the caller',
    access: 'user',
    limitPer: 'session',
    reply: Type.Array(passkey),
    example: {},
  },
  passkeySignals: {
    summary: 'Returns the data for the WebAuthn signal methods',
    description:
      'For `PublicKeyCredential.signalAllAcceptedCredentials` and `signalCurrentUserDetails` (WebAuthn Level 3). A password manager may delete passkeys that are not in the list. The list therefore always contains a passkey that is, or can still become, the authority of a vault, and it is null while that is uncertain.',
    access: 'user',
    reply: Type.Object({
      rpId: words('Host name that the passkeys belong to (relying-party id).'),
      userId: words('`user.id` of the creation options, in unpadded base64url.'),
      name: words('The pid.'),
      displayName: words('Display name of the profile, or the pid if there is none.'),
      acceptedCredentialIds: nullable(
        Type.Array(Type.String(), {
          description:
            'WebAuthn credential ids, in unpadded base64url. Null: do not call `signalAllAcceptedCredentials`.',
        }),
      ),
    }),
    example: {},
  },
  passkeyCreationOptions: {
    summary: 'Returns the options to create a passkey',
    description:
      'Pass the response to `navigator.credentials.create`. With `conditional`, the options are for `mediation: "conditional"`: the password manager creates the passkey without a prompt, so user presence and user verification are not required. This is allowed only for the first passkey, within ten minutes of a sign-in at a provider. With `counting`, the request is refused with `sign_in_again` if a first passkey would not count immediately.',
    access: 'user',
    // A suspended player can recover the identity, which requires a new passkey.
    allowSuspended: true,
    body: Type.Object({
      conditional: Type.Optional(
        flag('Whether the passkey is created without a prompt (conditional create).'),
      ),
      counting: Type.Optional(
        flag(
          'Whether to refuse a first passkey that would not count immediately. Has no effect on further passkeys, which need approval.',
        ),
      ),
    }),
    reply: creationOptions,
    errors: ['sign_in_again', 'passkey_refused', 'frozen', 'new_passkey_awaited'],
    example: {},
  },
  registerPasskey: {
    summary: 'Registers a passkey',
    description:
      'The first passkey is active immediately; each further passkey waits for approval by an existing one. If all passkeys were revoked, the next one requires a recent sign-in (within ten minutes). A passkey counts immediately if it was registered within ten minutes of a sign-in at a provider, or approved by a passkey that counts; otherwise it counts after 72 hours. An identity can have at most 20 active passkeys and 5 that wait for approval.',
    access: 'user',
    status: 201,
    body: Type.Object({ response: registrationResponse, name: Type.Optional(name) }),
    reply: Type.Object({
      status: literals(['active', 'pending_approval'], {
        description:
          '`active`: the passkey can be used. `pending_approval`: it waits for approval by an existing passkey.',
      }),
      id: Type.Optional(described(uuid, 'Id of the passkey (UUID). Only if it is active.')),
      approvalId: Type.Optional(
        described(uuid, 'Id of the approval (UUID). Only if the passkey waits for approval.'),
      ),
      expiresAt: Type.Optional(
        instant(
          'Time at which the approval expires, after ten minutes. Only if the passkey waits for approval.',
        ),
      ),
    }),
    errors: [
      'challenge_unknown',
      'passkey_refused',
      'passkey_exists',
      'too_many_passkeys',
      'sign_in_again',
      'new_passkey_awaited',
    ],
    example: {
      name: 'Ponsel Budi',
      response: {
        id: exampleAssertion.id,
        rawId: exampleAssertion.id,
        type: 'public-key',
        response: { clientDataJSON: exampleAssertion.clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
  },
  renamePasskey: {
    summary: 'Renames a passkey',
    access: 'user',
    params,
    body: Type.Object({ name }),
    reply: passkey,
    errors: ['no_such_passkey', 'validation_failed'],
    example: { id: examplePasskey, name: 'Ponsel lama' },
  },
  passkeyRevocationOptions: {
    summary: 'Returns the passkey challenge that revokes a passkey',
    access: 'user',
    limitPer: 'session',
    params,
    reply: requestOptions,
    errors: [
      'no_such_passkey',
      'passkey_is_authority',
      'passkey_under_way',
      'passkey_is_guardian',
      'last_way_in',
      'step_up_required',
    ],
    example: { id: examplePasskey },
  },
  revokePasskey: {
    summary: 'Revokes a passkey',
    description:
      'A passkey that counts signs the request, either in the body or by step-up. If the identity has no passkey that counts, a recent sign-in (within ten minutes) is sufficient. Other sessions that were opened with the revoked passkey end.',
    access: 'user',
    limitPer: 'session',
    stepUp: 'judged',
    allowFrozen: true,
    params,
    body: Type.Object({ assertion: Type.Optional(assertion) }),
    reply: okReply,
    errors: [
      'no_such_passkey',
      'passkey_is_authority',
      'passkey_under_way',
      'passkey_is_guardian',
      'last_way_in',
      'challenge_unknown',
      'passkey_refused',
      'passkey_counter_fell',
      'passkey_unknown',
      'passkey_too_new',
    ],
    example: { id: examplePasskey, assertion: exampleAssertion },
  },
});

export const passkeySignIn = declare('auth', {
  passkeySignInOptions: {
    summary: 'Returns the options to sign in with a passkey',
    description:
      'Pass the response to `navigator.credentials.get`. Any passkey of the device can sign. The cookie `pid_passkey` binds the sign-in to this browser for ten minutes.',
    access: 'public',
    limit: 'signin',
    reply: requestOptions,
    readsCookies: ['pid_passkey', 'pid_device'],
    setsCookies: ['pid_passkey', 'pid_device'],
    errors: ['foreign_origin'],
    example: {},
  },
  signInWithPasskey: {
    summary: 'Signs in with a passkey',
    access: 'public',
    requiresCookie: ['pid_passkey'],
    readsCookies: ['pid_refresh', 'pid_access', 'pid_device'],
    limit: 'signin',
    body: Type.Object({ response: authenticationResponse }),
    reply: Type.Object({ ok: flag('Always true.'), pid }),
    setsCookies: ['pid_access', 'pid_refresh'],
    errors: [
      'challenge_unknown',
      'passkey_refused',
      'passkey_counter_fell',
      'passkey_unknown',
      'passkey_closed',
      'foreign_origin',
      'not_yet',
      'frozen',
      'chain_unavailable',
    ],
    example: {
      response: {
        id: exampleAssertion.id,
        rawId: exampleAssertion.id,
        type: 'public-key',
        response: {
          clientDataJSON: exampleAssertion.clientDataJSON,
          authenticatorData: exampleAssertion.authenticatorData,
          signature: exampleAssertion.signature,
          userHandle: 'C3wqTl0fTDqbji9qHQx-VQ',
        },
      },
    },
  },
});
