import { errors } from './declare.ts';

export const familyErrors = errors({
  age_needed: {
    status: 403,
    meaning: 'The player must state a birth month first (PUT /v1/family/birth-month)',
  },
  parent_needed: {
    status: 403,
    meaning: 'The player is a minor: a parent must join the family first (POST /v1/family/invitations)',
  },
  parent_forbids: {
    status: 403,
    meaning: 'The rules of the player’s parents do not allow this',
  },
  parent_approval_needed: {
    status: 403,
    meaning:
      'The rules of the player’s parents do not allow this payment without their approval (POST /v1/payments/{id}/ask-parent)',
  },
  birth_month_known: {
    status: 409,
    meaning: 'The birth month is already set: only an administrator can correct it',
  },
  birth_month_invalid: {
    status: 400,
    meaning: 'birthMonth must be a month in the past, of a person from 3 to 120 years old',
    isRule: true,
  },
  not_a_minor: { status: 409, meaning: 'Only a minor with a birth month can have parents' },
  parents_invite: {
    status: 403,
    meaning: 'The player has a parent: only that parent can invite the second one',
  },
  parents_complete: { status: 409, meaning: 'The child already has two parents' },
  children_complete: { status: 409, meaning: 'The parent already has ten children' },
  parent_already: { status: 409, meaning: 'The caller is already a parent of this child' },
  no_such_family_code: {
    status: 404,
    meaning: 'No such code: it is wrong, used or expired. Ask for a new one',
  },
  parent_not_ready: {
    status: 403,
    meaning: 'The caller cannot be a parent yet',
    context: {
      reason:
        '`age`: no birth month of an adult, `wait`: it was set less than 72 hours ago, `passkey`: no passkey that counts, `tier`: not registered',
    },
    sentence: ({ reason }: { reason: string }) =>
      ({
        age: 'Only an adult with a birth month can be a parent',
        wait: 'A birth month must be set for 72 hours before its player can be a parent',
        passkey: 'A parent needs a passkey that counts',
        tier: 'A parent must be registered',
      })[reason] ?? 'The caller cannot be a parent yet',
  },
  no_such_child: { status: 404, meaning: 'The caller is not a parent of this player' },
  no_such_parent: { status: 404, meaning: 'This player is not a parent of the other one' },
  no_parent: { status: 409, meaning: 'The caller is not a minor with a parent' },
  approval_not_needed: {
    status: 409,
    meaning: 'The rules of the parents already allow this payment: confirm it',
  },
  rating_missing: { status: 409, meaning: 'The app has no rating that could be confirmed' },
  own_identity: {
    status: 403,
    meaning: 'This is your own identity: another administrator has to decide',
  },
  no_such_request: { status: 404, meaning: 'No such request' },
  request_decided: {
    status: 409,
    meaning: 'The request is decided or has expired',
  },
});
