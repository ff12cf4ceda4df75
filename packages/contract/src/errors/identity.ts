import { errors } from './declare.ts';
import { ledgerErrors } from './ledger.ts';

/**
 * Reason why an identity cannot be deleted. `holds` lists up to five assets as `amount asset`, in base units; `more` counts the
 * others.
 */
export type DeletionBlock =
  | { readonly reason: 'balance'; readonly balance: bigint; readonly forfeited: bigint }
  | { readonly reason: 'app_balance'; readonly app: string; readonly balance: bigint }
  | { readonly reason: 'payments_held'; readonly payments: number }
  | { readonly reason: 'settlements_open'; readonly app: string }
  | { readonly reason: 'operation_under_way' | 'vault_unreadable' | 'wallet_unreadable' }
  | { readonly reason: 'vault_not_empty' | 'vault_changed'; readonly holds: string; readonly more: number }
  | { readonly reason: 'never_activated'; readonly lamports: string };

export const identityErrors = errors({
  wrong_status: {
    status: 400,
    meaning: 'The status of the identity does not allow this operation',
    remedy: 'Read the identity: the message says which status the operation needs.',
    sentence: ({ pid, needs }: { pid: string; needs: string }) => `${pid} is not ${needs}`,
  },
  deletion_blocked: {
    status: 400,
    meaning: 'The identity cannot be deleted yet: the message says what to settle first',
    remedy: 'Settle what the message names, then delete again.',
    sentence: blockSentence,
  },
  no_pending_claim: {
    status: 400,
    meaning: 'No pending claim, sign in again',
    remedy: 'Sign in again. The claim belongs to the browser in which the sign-in began.',
  },
  claim_expired: {
    status: 410,
    meaning: 'Claim ticket expired, sign in again',
    remedy: 'Sign in again, and choose a name within the time that the page shows.',
  },
  handle_taken: {
    status: 400,
    meaning: 'handle is already taken',
    remedy: 'Choose another handle. Handles are never given away again.',
    isRule: true,
  },
  handle_reserved: {
    status: 400,
    meaning: 'handle is reserved',
    remedy: 'Choose another handle.',
    isRule: true,
  },
  handle_refused: {
    status: 400,
    meaning: 'handle contains a word that is not allowed',
    remedy: 'Choose a handle without this word.',
    isRule: true,
  },
  name_refused: {
    status: 400,
    meaning: 'displayName must not contain badges, speak for the service or mix alphabets',
    remedy: 'Choose a name without the part that `reason` names.',
    isRule: true,
    context: {
      reason:
        'The rule that `displayName` breaks: `badge` (a tick, badge or invisible character), `imitates` (the service or its support) or `mixed_scripts` (letters of several alphabets)',
    },
    sentence: ({ reason }: { reason: 'badge' | 'imitates' | 'mixed_scripts' }) =>
      reason === 'badge'
        ? 'displayName must not contain ticks, badges or invisible characters'
        : reason === 'imitates'
          ? 'displayName must not speak for the service or its support'
          : 'displayName must not mix alphabets',
  },
  unknown_provider: {
    status: 404,
    meaning: 'No such sign-in provider',
    remedy: 'Use an id from `GET /v1/auth/providers`.',
  },
  sign_in_failed: {
    status: 400,
    meaning: 'The sign-in could not be completed, sign in again',
    remedy:
      'Sign in again in one window, without going back to an old page. If it happens every time, ask the operator to check the provider with `pid doctor`.',
  },
  identity_closed: {
    status: 403,
    meaning: 'This login belongs to a deleted identity',
    remedy: 'Sign in with another account. A deleted identity cannot be opened again.',
  },
  login_in_use: {
    status: 409,
    meaning: 'This login already belongs to an identity',
    remedy: 'Sign in with this login to use that identity, or link another login.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The sign-in provider does not respond, try again',
    remedy: 'Try again in a minute, or sign in with another provider or a passkey.',
  },
  operation_unknown: {
    status: 400,
    meaning: 'operation must be one that requires step-up',
    remedy: 'Use the operation id of an operation that requires step-up.',
    isRule: true,
  },
  not_me_refused: {
    status: 400,
    meaning: 'This link was already used, is older than 7 days, or did not come from this service',
    remedy: 'Sign in, and end the sessions on the security page.',
  },
  push_off: {
    status: 409,
    meaning: 'This service sends no notifications to devices',
    remedy: 'Do not offer notifications to devices. The operator switches them on with `PID_PUSH`.',
  },
  push_endpoint_refused: {
    status: 400,
    meaning: 'endpoint must be an https address of a push service on the public internet',
    remedy: 'Send the `endpoint` of `PushSubscription.toJSON()` unchanged.',
    isRule: true,
  },
  frozen_lately: {
    status: 409,
    meaning: 'This identity was already frozen in the last 7 days: sign in to continue',
    remedy: 'Sign in to end sessions and remove passkeys on the security page.',
  },
  not_frozen: { status: 409, meaning: 'The identity is not frozen', remedy: 'Nothing to do.' },
  app_status_unchanged: {
    status: 400,
    meaning: 'The app already has this status',
    remedy: 'Nothing to do.',
    sentence: ({ client_id: clientId, state }: { client_id: string; state: 'paused' | 'not paused' }) =>
      `${clientId} is already ${state}`,
  },
});

function blockSentence(block: DeletionBlock): string {
  switch (block.reason) {
    case 'balance':
      return ledgerErrors.settle_balance_first.sentence(block);
    case 'app_balance':
      return ledgerErrors.escrow_not_empty.sentence(block);
    case 'payments_held':
      return 'Payments of this identity are on hold: wait until they are captured or voided';
    case 'settlements_open':
      return `A settlement of the app ${block.app} is in progress: cancel it, or wait until it is paid or failed`;
    case 'operation_under_way':
      return 'A wallet operation is in progress: wait until it is final';
    case 'vault_unreadable':
      return 'The chain cannot be read, so it is unknown whether the smart account is empty: try again';
    case 'wallet_unreadable':
      return 'The chain cannot be read, so it is unknown whether the wallet holds money: try again';
    case 'vault_not_empty':
      return `The smart account still holds ${holdings(block)}: withdraw it first`;
    case 'vault_changed':
      return `The smart account does not hold exactly what is given up, it holds ${holdings(block)}. Read its assets again`;
    default:
      return `The wallet was never activated and holds ${block.lamports} lamports, which would be lost: let the player activate it, or abandon it with a reason`;
  }
}

function holdings({ holds, more }: { holds: string; more: number }): string {
  const named = holds.split(', ').map((held) => held.replace(' ', ' base units of '));
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
