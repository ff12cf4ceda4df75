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

const passkeyId = described(uuid, 'UUID of the passkey.');
const params = Type.Object({ id: passkeyId });
const examplePasskey = '3e9a1c70-58d2-4b6f-8a41-9d0e7c5b2f63';

const passkey = Type.Object(
  {
    id: passkeyId,
    credentialId: words('WebAuthn credential id, unpadded base64url.'),
    name: words('What its owner calls it.'),
    createdAt: instant('When it was registered.'),
    lastUsedAt: instant('When it last signed something for us; `createdAt` until then.'),
    backedUp: flag('Whether the device says that it is synced to others.'),
    transports: Type.Array(Type.String(), {
      description: 'How a browser reaches it: internal, hybrid, usb, nfc, ble, smart-card.',
    }),
    authority: flag('Whether it controls the smart account.'),
    publicKey: words(
      'Compressed P-256 point, 33 bytes, unpadded base64url: what activation and rotation sign over.',
    ),
    countsFrom: nullable(
      instant('From then on it confirms; until then it only signs in. Null while it waits for approval.'),
    ),
    proven: flag('It has signed something for us, so a wallet may be handed to it.'),
  },
  { title: 'Passkey' },
);
const name = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'What its owner calls it: 1-64 characters, some of them visible.',
});

export const passkeys = declare('passkeys', {
  listPasskeys: {
    summary: 'The own active passkeys',
    access: 'user',
    limitPer: 'session',
    reply: Type.Array(passkey),
    example: {},
  },
  passkeySignals: {
    summary:
      'What a page may tell the keeper of passkeys about those of this player (WebAuthn Level 3, signals)',
    description:
      'A keeper may delete what is not in the list, so a passkey that is, or may still become, the authority of a vault is always in it; while that is not certain there is no list.',
    access: 'user',
    reply: Type.Object({
      rpId: words('The host name that the passkeys belong to.'),
      userId: words('`user.id` of the creation options, unpadded base64url.'),
      name: words('The pid.'),
      displayName: words('The display name of the profile, or the pid.'),
      acceptedCredentialIds: nullable(
        Type.Array(Type.String(), {
          description: 'WebAuthn credential ids, unpadded base64url; null: say nothing.',
        }),
      ),
    }),
    example: {},
  },
  passkeyCreationOptions: {
    summary: 'What navigator.credentials.create takes to make a passkey',
    description:
      'With `conditional` for `mediation: "conditional"`: whoever keeps the passwords makes the passkey without a prompt, so it shows neither presence nor verification. Only the first passkey, within ten minutes of a sign-in at a provider. With `counting` a first passkey that would not count at once is refused before anybody is asked: signing in again comes first.',
    access: 'user',
    // A suspended player may recover, which needs a new passkey.
    allowSuspended: true,
    body: Type.Object({
      conditional: Type.Optional(flag('For a creation without a prompt.')),
      counting: Type.Optional(flag('Only if it will count at once; a further passkey is approved anyway.')),
    }),
    reply: creationOptions,
    errors: ['sign_in_again', 'passkey_refused', 'frozen', 'new_passkey_awaited'],
    example: {},
  },
  registerPasskey: {
    summary: 'Registers a passkey: the first is active at once, each further one waits for approval',
    description:
      'When all were revoked, the next needs a sign-in of the last ten minutes. It counts at once when it was registered within ten minutes of a sign-in at a provider or approved by one that counts, else after 72 hours. At most 20 are active and 5 wait.',
    access: 'user',
    status: 201,
    body: Type.Object({ response: registrationResponse, name: Type.Optional(name) }),
    reply: Type.Object({
      status: literals(['active', 'pending_approval'], { description: 'Whether it can be used, or waits.' }),
      id: Type.Optional(described(uuid, 'UUID of the passkey, when it is active.')),
      approvalId: Type.Optional(described(uuid, 'UUID of the approval that it waits for.')),
      expiresAt: Type.Optional(instant('Until when it waits: ten minutes.')),
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
    summary: 'What an active passkey must sign to revoke this one',
    access: 'user',
    limitPer: 'session',
    params,
    reply: requestOptions,
    errors: [
      'no_such_passkey',
      'passkey_is_authority',
      'passkey_under_way',
      'last_way_in',
      'step_up_required',
    ],
    example: { id: examplePasskey },
  },
  revokePasskey: {
    summary: 'Revokes a passkey, signed by an active one',
    description:
      'Signed by a passkey that counts, in the body or by step-up; where there is none, a sign-in of the last ten minutes is enough. Other sessions that were opened with it end.',
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
    summary: 'What navigator.credentials.get takes to sign in with any passkey of the device',
    description: 'The cookie pid_passkey ties the answer to this browser, for ten minutes.',
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
