import { errors } from './declare.ts';
import { ledgerErrors } from './ledger.ts';

/** What holds a deletion back. `holds` is `amount asset` of up to five assets, in base units; `more` says how many others there are. */
export type DeletionHold =
  | { readonly reason: 'balance'; readonly balance: bigint; readonly forfeited: bigint }
  | { readonly reason: 'app_balance'; readonly app: string; readonly balance: bigint }
  | { readonly reason: 'payments_held'; readonly payments: number }
  | { readonly reason: 'operation_under_way' | 'vault_unreadable' | 'wallet_unreadable' }
  | { readonly reason: 'vault_not_empty' | 'vault_changed'; readonly holds: string; readonly more: number }
  | { readonly reason: 'never_activated'; readonly lamports: string };

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
    sentence: holdSentence,
  },
  no_pending_claim: { status: 400, meaning: 'No pending claim, sign in again' },
  claim_expired: { status: 410, meaning: 'Claim ticket expired, sign in again' },
  handle_taken: { status: 400, meaning: 'handle is already taken', isRule: true },
  handle_reserved: { status: 400, meaning: 'handle is reserved', isRule: true },
  handle_refused: { status: 400, meaning: 'handle has a word that is not allowed', isRule: true },
  name_refused: {
    status: 400,
    meaning: 'displayName may not wear badges, speak for the service or look like another name',
    isRule: true,
    context: { reason: '`badge`, `imitates` or `mixed_scripts`' },
    sentence: ({ reason }: { reason: 'badge' | 'imitates' | 'mixed_scripts' }) =>
      reason === 'badge'
        ? 'displayName may not hold ticks, badges or invisible characters'
        : reason === 'imitates'
          ? 'displayName may not speak for the service or its support'
          : 'displayName may not mix alphabets',
  },
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

function holdSentence(hold: DeletionHold): string {
  switch (hold.reason) {
    case 'balance':
      return ledgerErrors.settle_balance_first.sentence(hold);
    case 'app_balance':
      return ledgerErrors.escrow_not_empty.sentence(hold);
    case 'payments_held':
      return 'Money is held for payments that are not finished: wait until they are captured or given back';
    case 'operation_under_way':
      return 'A wallet operation is under way: wait until it is final';
    case 'vault_unreadable':
      return 'The chain cannot be read, so that nobody knows whether the smart account is empty: try again';
    case 'wallet_unreadable':
      return 'The chain cannot be read, so that nobody knows whether the wallet holds money: try again';
    case 'vault_not_empty':
      return `The smart account still holds ${holdings(hold)}: withdraw it first`;
    case 'vault_changed':
      return `The smart account holds something else than what is given up: ${holdings(hold)}. Look again`;
    default:
      return `The wallet was never activated and holds ${hold.lamports} lamports, which nobody could reach any more: let the player activate it, or abandon it with a reason`;
  }
}

function holdings({ holds, more }: { holds: string; more: number }): string {
  const named = holds.split(', ').map((held) => held.replace(' ', ' base units of '));
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
