import { defineError } from '../../platform/errors/index.ts';

export const passkeyRefused = defineError(
  'passkey_refused',
  400,
  (reason: string) => `Passkey refused: ${reason}`,
  'The passkey response did not verify',
);
export const passkeyCounterFell = defineError(
  'passkey_counter_fell',
  400,
  'Passkey refused: its signature counter fell, it may have been copied',
);
export const passkeyUnknown = defineError('passkey_unknown', 400, 'Passkey refused: it is not known here');
export const passkeyTooNew = defineError(
  'passkey_too_new',
  400,
  'Passkey refused: it is too new to confirm this, sign in with a login instead',
);
export const passkeyClosed = defineError('passkey_closed', 403, 'This passkey belongs to a deleted identity');
export const challengeUnknown = defineError(
  'challenge_unknown',
  400,
  'Passkey refused: the challenge is unknown, expired or used, start again',
);
export const passkeyExists = defineError('passkey_exists', 409, 'This passkey is already registered');
export const tooManyPasskeys = defineError(
  'too_many_passkeys',
  400,
  (sentence: string) => sentence,
  'The identity has as many passkeys as it may have',
);
export const noSuchPasskey = defineError('no_such_passkey', 404, 'No such passkey');
export const passkeyIsAuthority = defineError(
  'passkey_is_authority',
  400,
  'This passkey controls the smart account: rotate the authority to another passkey first',
);
export const passkeyUnderWay = defineError(
  'passkey_under_way',
  409,
  'A wallet operation with this passkey is under way: wait until it is final',
);
export const passkeyNeedsAssertion = defineError(
  'passkey_needs_assertion',
  400,
  'A passkey is removed with DELETE /v1/passkeys/{id}, signed by a passkey',
);
export const noSuchApproval = defineError('no_such_approval', 404, 'No such approval');
export const approvalDecided = defineError('approval_decided', 409, 'This approval was already decided');
export const approvalExpired = defineError(
  'approval_expired',
  410,
  'This approval has expired, register the passkey again',
);
