import { errors } from './declare.ts';

/** Statuses, sign-in, claim: who one is, and how one gets in. */
export const identityErrors = errors({
  wrong_status: {
    status: 400,
    meaning: 'The identity is not in a status that allows this',
    sentence: ({ pid, needs }: { pid: string; needs: string }) => `${pid} is not ${needs}`,
  },
  deletion_blocked: {
    status: 400,
    meaning: 'Something must be settled before the identity can be deleted',
  },
  no_pending_claim: { status: 400, meaning: 'No pending claim, sign in again' },
  claim_expired: { status: 410, meaning: 'Claim ticket expired, sign in again' },
  handle_taken: { status: 400, meaning: 'handle is already taken', isRule: true },
  handle_reserved: { status: 400, meaning: 'handle is reserved', isRule: true },
  unknown_provider: { status: 404, meaning: 'No such sign-in provider' },
  sign_in_failed: { status: 400, meaning: 'The sign-in could not be completed, sign in again' },
  identity_closed: { status: 403, meaning: 'This login belongs to a deleted identity' },
  login_in_use: { status: 409, meaning: 'This login already belongs to an identity' },
  provider_unavailable: { status: 503, meaning: 'The sign-in provider does not answer, try again' },
  operation_unknown: { status: 400, meaning: 'operation must be one that asks for step-up', isRule: true },
  not_me_refused: { status: 400, meaning: 'This link was used, is older than 7 days, or was never ours' },
  frozen_lately: {
    status: 409,
    meaning: 'This identity was frozen in the last 7 days: sign in to see to it',
  },
  not_frozen: { status: 409, meaning: 'Nothing is frozen' },
  app_status_unchanged: {
    status: 400,
    meaning: 'The app is in that state already',
    sentence: ({ client_id: clientId, state }: { client_id: string; state: 'paused' | 'not paused' }) =>
      `${clientId} is ${state} already`,
  },
});
