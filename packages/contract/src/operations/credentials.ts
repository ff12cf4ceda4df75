import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, okReply, text, uuid, words } from '../schemas.ts';
import { assertion, requestOptions } from '../shapes/passkeys.ts';

const credentialId = described(uuid, 'Id of the login or passkey (UUID).');

const loginCredential = Type.Object(
  {
    id: credentialId,
    provider: words('Id of the sign-in provider, or `passkey`.'),
    linkedAt: instant('Time at which the login was linked or the passkey became active.'),
    email: words(
      'Email address of the linked login. For a passkey, the address of the login under which it was registered. Empty if there is none.',
    ),
    lastLoginAt: instant('Time of the last sign-in with it; equals `linkedAt` until then.'),
  },
  { title: 'LoginCredential' },
);

const abandon = Type.Optional(
  text('^[0-9a-f]{64}$', 'must be 64 hexadecimal digits', {
    description:
      'Assets of a smart account that are given up with the deletion: sha256, in hexadecimal, of one line `asset amount` plus line feed for each asset of GET /v1/account/assets with a non-zero amount, SOL first, then sorted by address.',
  }),
);

export const credentials = declare('identity', {
  listCredentials: {
    summary: 'Lists the logins and passkeys of the caller',
    description: 'Returns provider logins and active passkeys, in the order in which they were added.',
    access: 'user',
    reply: Type.Array(loginCredential),
    example: {},
  },
  unlinkCredential: {
    summary: 'Unlinks a login',
    description:
      'The last way to sign in cannot be unlinked. Other sessions that were opened with this login end.',
    access: 'user',
    stepUp: 'assertion',
    params: Type.Object({ id: credentialId }),
    reply: okReply,
    errors: ['not_found', 'last_way_in', 'passkey_is_authority', 'passkey_needs_assertion'],
    example: { id: '7d1f0a52-3b6c-4e8d-a5f9-0c2b4d6e8f10' },
  },
  identityDeletionOptions: {
    summary: 'Returns the passkey challenge that deletes the identity',
    access: 'user',
    allowSuspended: true,
    body: Type.Object({ abandon }),
    reply: requestOptions,
    errors: ['no_identity', 'deletion_blocked', 'no_passkey_to_sign'],
    example: {},
  },
  deleteIdentity: {
    summary: 'Deletes the identity permanently',
    description:
      'The handle is never reassigned. If the identity has a passkey that counts (see POST /v1/passkeys), the request needs its assertion over the challenge of POST /v1/identity/me/deletion, or step-up; otherwise it needs a recent sign-in (within ten minutes). The deletion is refused with 400 while there is more than Rp100 on the balance, money in an app, or an operation in progress. It is also refused while the smart account is not empty, unless `abandon` names the assets that are given up: any tokens, and SOL up to 5,000,000 lamports. Request the challenge with the same `abandon`.',
    access: 'user',
    stepUp: 'judged',
    allowSuspended: true,
    body: Type.Object({ assertion: Type.Optional(assertion), abandon }),
    reply: okReply,
    setsCookies: ['pid_access', 'pid_refresh'],
    errors: [
      'no_identity',
      'wrong_status',
      'deletion_blocked',
      'settle_balance_first',
      'escrow_not_empty',
      'topups_under_way',
      'settlements_under_way',
      'passkey_too_new',
      'challenge_unknown',
      'passkey_refused',
      'passkey_counter_fell',
      'passkey_unknown',
    ],
    example: {},
  },
});
