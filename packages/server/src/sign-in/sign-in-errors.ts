import { defineError } from '../platform/errors/index.ts';

export const noPendingClaim = defineError('no_pending_claim', 400, 'No pending claim, sign in again');
export const claimExpired = defineError('claim_expired', 410, 'Claim ticket expired, sign in again');
export const handleTaken = defineError(
  'handle_taken',
  400,
  () => ['handle is already taken'],
  'handle is already taken',
);
export const handleReserved = defineError(
  'handle_reserved',
  400,
  () => ['handle is reserved'],
  'handle is reserved',
);
export const unknownProvider = defineError('unknown_provider', 404, 'No such sign-in provider');
export const signInFailed = defineError(
  'sign_in_failed',
  400,
  'The sign-in could not be completed, sign in again',
);
export const identityClosed = defineError('identity_closed', 403, 'This login belongs to a deleted identity');
export const loginInUse = defineError('login_in_use', 409, 'This login already belongs to an identity');
export const providerUnavailable = defineError(
  'provider_unavailable',
  503,
  'The sign-in provider does not answer, try again',
);
export { signInAgain } from '../credentials/index.ts';
