import { errors } from './declare.ts';

/** Reason why a permission does not allow a spend. Amounts are decimal strings in base units. */
export type SpendRefusal =
  | { readonly reason: 'not_active'; readonly status: string }
  | { readonly reason: 'owner_suspended' }
  | { readonly reason: 'not_started' }
  | { readonly reason: 'no_limit'; readonly token: string }
  | {
      readonly reason: 'limit_exceeded';
      readonly token: string;
      readonly left: string;
      readonly limit: string;
      readonly period: string;
    };

function spendSentence(refusal: SpendRefusal): string {
  switch (refusal.reason) {
    case 'not_active':
      return `the permission is ${refusal.status}`;
    case 'owner_suspended':
      return 'the identity that owns the permission is suspended';
    case 'not_started':
      return 'the permission has not started yet';
    case 'no_limit':
      return `${refusal.token} has no limit in this permission, so it may not be spent`;
    default:
      return `${refusal.left} of ${refusal.limit} ${refusal.token} are left in this ${refusal.period}`;
  }
}

export const permissionErrors = errors({
  no_such_permission: {
    status: 404,
    meaning: 'No such permission',
    remedy: 'Check the id. The player may have deleted the identity.',
  },
  permission_digest_used: {
    status: 409,
    meaning: 'A permission with this digest already exists: use another salt',
    remedy: 'Request the permission with another `salt`.',
  },
  too_many_permissions: {
    status: 400,
    meaning: 'At most 200 pending and active permissions for one identity: revoke one first',
    remedy: 'The player revokes a permission on the permissions page first.',
  },
  permission_not_pending: {
    status: 409,
    meaning: 'The permission is not pending, so it cannot be approved',
    remedy: 'Read the permission. If it has ended, request a new one.',
    sentence: ({ status }: { status: 'active' | 'expired' | 'revoked' | 'decided' }) =>
      `The permission is ${status === 'decided' ? 'no longer pending' : status}, only a pending one can be approved`,
  },
  permission_client_data_unusual: {
    status: 400,
    meaning:
      'Passkey refused: the browser serialized clientDataJSON in a form that the contract on the chain does not accept',
    remedy: 'Let the player try another browser, and report which one it was.',
  },
  permission_spend_refused: {
    status: 400,
    meaning: 'The permission does not allow this spend: the message gives the reason',
    remedy:
      'Read the permission: the message names the limit, the time or the status. Wait for the next period, or request a new permission.',
    sentence: (refusal: SpendRefusal) => `${refusal.reason}: ${spendSentence(refusal)}`,
  },
  permission_idempotency_conflict: {
    status: 409,
    meaning: 'This Idempotency-Key was already used for another spend',
    remedy: 'Use a new key for another spend.',
  },
});
