import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, okReply, text, uuid, words } from '../schemas.ts';
import { assertion, requestOptions } from '../shapes/passkeys.ts';

const credentialId = described(uuid, 'UUID of the login or passkey.');

const loginCredential = Type.Object(
  {
    id: credentialId,
    provider: words('Name of the sign-in provider, or `passkey`.'),
    linkedAt: instant('When it became a way in.'),
    email: words(
      'Address of the linked login, of a passkey that of the login under which it was registered; empty when there is none.',
    ),
    lastLoginAt: instant('When it was last signed in with; `linkedAt` until then.'),
  },
  { title: 'LoginCredential' },
);

const abandon = Type.Optional(
  text('^[0-9a-f]{64}$', 'must be 64 hexadecimal digits', {
    description:
      'What is given up of a smart account that is not empty: sha256, in hexadecimal, of a line `asset amount` and a line feed for every asset of GET /v1/account/assets that is not 0, SOL first, then by address.',
  }),
);

export const credentials = declare('identity', {
  listCredentials: {
    summary: 'Every way to prove ownership of the own identity',
    description: 'Provider logins and active passkeys, in the order in which they became ways in.',
    access: 'user',
    reply: Type.Array(loginCredential),
    example: {},
  },
  unlinkCredential: {
    summary: 'Unlinks a login, never the last way in',
    description: 'Other sessions that were opened with it end.',
    access: 'user',
    stepUp: 'assertion',
    params: Type.Object({ id: credentialId }),
    reply: okReply,
    errors: ['not_found', 'last_way_in', 'passkey_is_authority', 'passkey_needs_assertion'],
    example: { id: '7d1f0a52-3b6c-4e8d-a5f9-0c2b4d6e8f10' },
  },
  identityDeletionOptions: {
    summary: 'What a passkey must sign to delete the own identity',
    access: 'user',
    allowSuspended: true,
    body: Type.Object({ abandon }),
    reply: requestOptions,
    errors: ['no_identity', 'deletion_blocked', 'no_passkey_to_sign'],
    example: {},
  },
  deleteIdentity: {
    summary: 'Deletes the own identity for good; its handle stays taken',
    description:
      'With a passkey that counts, its assertion over the challenge of POST /v1/identity/me/deletion is required, or step-up; without one, a sign-in of the last ten minutes. More than Rp100 on the balance, money in an app or an operation under way holds the deletion back (400). So does a smart account that is not empty, unless `abandon` names what is given up: tokens whatever they are, SOL up to 5,000,000 lamports. The challenge is asked for with the same `abandon`.',
    access: 'user',
    stepUp: 'judged',
    allowSuspended: true,
    body: Type.Object({ assertion: Type.Optional(assertion), abandon }),
    reply: okReply,
    setsCookies: ['pid_access', 'pid_refresh'],
    errors: [
      'no_identity',
      'deletion_blocked',
      'settle_balance_first',
      'escrow_not_empty',
      'topups_under_way',
      'passkey_too_new',
      'challenge_unknown',
      'passkey_refused',
      'passkey_counter_fell',
      'passkey_unknown',
    ],
    example: {},
  },
});
