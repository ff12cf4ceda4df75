import { errors } from './declare.ts';

export const appErrors = errors({
  no_such_app: {
    status: 404,
    message: 'No such app',
    meaning: 'The app does not exist, or you do not belong to it',
  },
  role_needed: {
    status: 404,
    meaning: 'Your role in this app does not allow this: ask a player with one of the named roles',
    context: { need: 'The roles that may do this, separated by spaces: `owner`, `developer`, `finance`' },
    sentence: ({ need }: { need: string }) =>
      `Your role in this app does not allow this. Needed: ${need.split(' ').join(' or ')}`,
  },
  no_such_player: { status: 404, meaning: 'No such player', message: 'No such player' },
  no_such_member: {
    status: 404,
    meaning: 'This player neither belongs to the app nor has an open invitation',
  },
  member_already: { status: 409, meaning: 'This player already belongs to the app' },
  invited_already: {
    status: 409,
    meaning: 'This player already has an open invitation: remove it first, or wait for the answer',
  },
  too_many_members: {
    status: 400,
    meaning: 'An app has at most 20 members, open invitations included: remove one first',
  },
  too_many_memberships: {
    status: 400,
    meaning: 'A player belongs to at most 50 apps of other owners: leave one first',
  },
  owner_stays: { status: 400, meaning: 'The owner cannot be removed: transfer the app instead' },
  transfer_open: {
    status: 409,
    meaning: 'Another player is already asked to take over the app: remove that invitation first',
  },
  no_such_invitation: { status: 404, meaning: 'No such invitation' },
  invitation_ended: {
    status: 409,
    meaning: 'The invitation was already answered or withdrawn, or is older than 14 days',
    context: { status: '`accepted`, `declined`, `withdrawn` or `expired`' },
    sentence: ({ status }: { status: string }) => `The invitation is already ${status}`,
  },
  owner_frozen: {
    status: 409,
    meaning: 'The owner of the app is frozen: try again after the freeze',
  },
  too_many_apps: { status: 400, meaning: 'At most 50 apps for one identity: delete one first' },
  too_many_favourites: { status: 400, meaning: 'At most 200 favourite games: remove one first' },
  app_name_refused: {
    status: 400,
    meaning: 'name must not contain badges or the word PID, and must not mix alphabets',
    isRule: true,
    context: {
      reason:
        'The rule that `name` breaks: `badge` (a tick or badge), `imitates` (the word PID) or `mixed_scripts` (letters of several alphabets)',
    },
    sentence: ({ reason }: { reason: 'badge' | 'imitates' | 'mixed_scripts' }) =>
      reason === 'badge'
        ? 'name must not contain ticks or badges'
        : reason === 'imitates'
          ? 'name must not contain the word PID'
          : 'name must not mix alphabets',
  },
  two_secrets: {
    status: 409,
    meaning:
      'The app already has two working secrets: end the previous one first, or rotate with `keepPreviousSeconds` 0, which ends both',
  },
  no_previous_secret: { status: 404, meaning: 'The app has no previous secret that still works' },
  app_verified_already: { status: 409, meaning: 'The app is already verified' },
  own_app: {
    status: 403,
    meaning: 'You belong or belonged to this app: another administrator has to decide',
  },
  app_changed: { status: 409, meaning: 'The app has changed since you read it: read it again' },
  no_such_device_code: {
    status: 404,
    meaning: 'The user code is unknown, used or expired: start again on the device',
  },
  invalid_scope: {
    status: 400,
    meaning:
      'The owner of the app has removed the scope `payments`, or a login requests only that scope, which machine tokens have: request other scopes, or ask the owner to allow it',
  },
  guest_unknown: { status: 400, meaning: 'The app has no guest with this `guest_token`: sign in without it' },
  guest_claimed: {
    status: 409,
    meaning:
      'Another player has claimed this guest. The login code is still valid: exchange it without `guest_token`',
  },
  login_code_invalid: {
    status: 400,
    message: 'Login code is invalid, spent or expired',
    meaning:
      'The login code is unknown, used, expired or issued to another app, or `code_verifier` does not match: start the login again',
  },
});
