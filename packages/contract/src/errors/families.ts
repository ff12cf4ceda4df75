import { errors } from './declare.ts';

export const familyErrors = errors({
  age_needed: {
    status: 403,
    meaning: 'The player must state a birth month first (PUT /v1/family/birth-month)',
    remedy:
      'Send the player to the home page of PID, which asks for the birth month. Nothing that your app sends can replace it.',
  },
  parent_needed: {
    status: 403,
    meaning: 'The player is a minor: a parent must join the family first (POST /v1/family/invitations)',
    remedy:
      'Tell the player to invite a parent on the family page of PID. Wallet, sign-in and play work without one.',
  },
  parent_forbids: {
    status: 403,
    meaning:
      'The rules of the parents do not allow this; of an app: it belongs to a minor and has money, so it cannot be transferred',
    remedy: 'Tell the player that the parents decide this. Do not repeat the call.',
  },
  parent_approval_needed: {
    status: 403,
    meaning:
      'The rules of the player’s parents do not allow this payment without their approval (POST /v1/payments/{id}/ask-parent)',
    remedy:
      'Keep the payment open: its page lets the player ask the parents, and you get the event when it is paid.',
  },
  birth_month_known: {
    status: 409,
    meaning: 'The birth month is already set: only an administrator can correct it',
    remedy: 'Ask an administrator to correct it.',
  },
  birth_month_invalid: {
    status: 400,
    meaning: 'birthMonth must be a month in the past, of a person from 3 to 120 years old',
    remedy: 'Send the month as `YYYY-MM`.',
    isRule: true,
  },
  not_a_minor: {
    status: 409,
    meaning: 'Only a minor with a birth month can have parents',
    remedy: 'Invite parents only for players under 18 who have set their birth month.',
  },
  parents_invite: {
    status: 403,
    meaning: 'The player has a parent: only that parent can invite the second one',
    remedy: 'Ask the parent to make the code on their own family page.',
  },
  parents_complete: {
    status: 409,
    meaning: 'The child already has two parents',
    remedy: 'Remove one parent first.',
  },
  children_complete: {
    status: 409,
    meaning: 'The parent already has ten children',
    remedy: 'Remove a child first, or let the other parent join.',
  },
  parent_already: {
    status: 409,
    meaning: 'The caller is already a parent of this child',
    remedy: 'Change the rules of the child instead.',
  },
  no_such_family_code: {
    status: 404,
    meaning: 'No such code: it is wrong, used or expired. Ask for a new one',
    remedy: 'Make a new code on the child’s phone and type it within 15 minutes.',
  },
  parent_not_ready: {
    status: 403,
    meaning: 'The caller cannot be a parent yet',
    remedy: 'Read `reason`: set the birth month and wait 72 hours, add a passkey, or register.',
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
  no_such_child: {
    status: 404,
    meaning: 'The caller is not a parent of this player',
    remedy: 'List the children with `GET /v1/family`.',
  },
  no_such_parent: {
    status: 404,
    meaning: 'This player is not a parent of the other one',
    remedy: 'List the parents with `GET /v1/family`.',
  },
  no_parent: {
    status: 409,
    meaning: 'The caller is not a minor with a parent',
    remedy: 'Confirm the payment without asking.',
  },
  approval_not_needed: {
    status: 409,
    meaning: 'The rules of the parents already allow this payment: confirm it',
    remedy: 'Confirm the payment.',
  },
  no_such_request: {
    status: 404,
    meaning: 'No such request',
    remedy: 'List the open requests with `GET /v1/family`.',
  },
  rating_missing: {
    status: 409,
    meaning: 'The app has no rating that could be confirmed',
    remedy: 'Set a `rating` on the app first.',
  },
  own_identity: {
    status: 403,
    meaning: 'This is your own identity: another administrator has to decide',
    remedy: 'Ask another administrator.',
  },
  request_decided: {
    status: 409,
    meaning: 'The request is decided or has expired',
    remedy: 'Read `GET /v1/family` again: the other parent may have decided.',
  },
});
