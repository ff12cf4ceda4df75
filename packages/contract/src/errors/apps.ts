import { errors } from './declare.ts';

export const appErrors = errors({
  no_such_app: {
    status: 404,
    message: 'No such app',
    meaning: 'The app does not exist, or you do not belong to it',
    remedy:
      'Check `client_id`. Sign in as a player who belongs to the app, or use the app’s own machine token.',
  },
  role_needed: {
    status: 404,
    meaning: 'Your role in this app does not allow this: ask a player with one of the named roles',
    remedy:
      'Ask the owner, or a member with a role in `need`, to do this. The owner can give you another role by removing and inviting you again.',
    context: { need: 'The roles that may do this, separated by spaces: `owner`, `developer`, `finance`' },
    sentence: ({ need }: { need: string }) =>
      `Your role in this app does not allow this. Needed: ${need.split(' ').join(' or ')}`,
  },
  no_such_player: {
    status: 404,
    meaning: 'No such player',
    remedy:
      'Check the spelling of the pid, such as `maya@pid`. If it was right once, the player has deleted the identity.',
    message: 'No such player',
  },
  no_such_member: {
    status: 404,
    meaning: 'This player neither belongs to the app nor has an open invitation',
    remedy: 'List the members again: the player has left or was removed.',
  },
  member_already: {
    status: 409,
    meaning: 'This player already belongs to the app',
    remedy: 'Nothing to do. To change the role, remove the player and send a new invitation.',
  },
  invited_already: {
    status: 409,
    meaning: 'This player already has an open invitation: remove it first, or wait for the answer',
    remedy: 'Wait for the answer, or remove the invitation and send another.',
  },
  too_many_members: {
    status: 400,
    meaning: 'An app has at most 20 members, open invitations included: remove one first',
    remedy: 'Remove a member or an open invitation first.',
  },
  too_many_memberships: {
    status: 400,
    meaning: 'A player belongs to at most 50 apps of other owners: leave one first',
    remedy: 'The player has to leave another app first.',
  },
  owner_stays: {
    status: 400,
    meaning: 'The owner cannot be removed: transfer the app instead',
    remedy: 'Transfer the app to another player with `POST /v1/apps/{client_id}/transfer`.',
  },
  transfer_open: {
    status: 409,
    meaning: 'Another player is already asked to take over the app: remove that invitation first',
    remedy: 'Remove the open invitation, then ask the other player.',
  },
  no_such_invitation: {
    status: 404,
    meaning: 'No such invitation',
    remedy: 'Read `GET /v1/app-invitations` again. Only the invited player can answer.',
  },
  invitation_ended: {
    status: 409,
    meaning: 'The invitation was already answered or withdrawn, or is older than 14 days',
    remedy: 'Ask the owner of the app for a new invitation.',
    context: { status: '`accepted`, `declined`, `withdrawn` or `expired`' },
    sentence: ({ status }: { status: string }) => `The invitation is already ${status}`,
  },
  owner_frozen: {
    status: 409,
    meaning: 'The owner of the app is frozen: try again after the freeze',
    remedy: 'Try again after the freeze, which lasts 72 hours at most.',
  },
  too_many_apps: {
    status: 400,
    meaning: 'At most 50 apps for one identity: delete one first',
    remedy: 'Delete an app that you no longer use, or register the new one with another identity.',
  },
  too_many_favourites: {
    status: 400,
    meaning: 'At most 200 favourite games: remove one first',
    remedy: 'Remove a favourite game first.',
  },
  app_name_refused: {
    status: 400,
    meaning: 'name must not contain badges or the word PID, and must not mix alphabets',
    remedy: 'Choose a name without the part that `reason` names.',
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
    remedy:
      'Deploy the newest secret to every server, end the previous one with `DELETE /v1/apps/{client_id}/secret`, then rotate.',
  },
  no_previous_secret: {
    status: 404,
    meaning: 'The app has no previous secret that still works',
    remedy: 'Nothing to do: only the current secret works.',
  },
  app_verified_already: { status: 409, meaning: 'The app is already verified', remedy: 'Nothing to do.' },
  own_app: {
    status: 403,
    meaning: 'You belong or belonged to this app: another administrator has to decide',
    remedy: 'Ask another administrator.',
  },
  app_changed: {
    status: 409,
    meaning: 'The app has changed since you read it: read it again',
    remedy: 'Read the app again, check what has changed, and repeat the request.',
  },
  no_such_device_code: {
    status: 404,
    meaning: 'The user code is unknown, used or expired: start again on the device',
    remedy: 'Let the device request a new code, and show that one to the player.',
  },
  invalid_scope: {
    status: 400,
    meaning:
      'The owner of the app has removed the scope `payments`, or a login requests only that scope, which machine tokens have: request other scopes, or ask the owner to allow it',
    remedy:
      'Request scopes that the app may have. `payments` is only for machine tokens: request it with `grant_type=client_credentials`, and let the owner allow it in the settings of the app.',
  },
  guest_unknown: {
    status: 400,
    meaning: 'The app has no guest with this `guest_token`: sign in without it',
    remedy:
      'Exchange the same login code without `guest_token`. The guest was created by another app, or the token is wrong.',
  },
  guest_claimed: {
    status: 409,
    meaning:
      'Another player has claimed this guest. The login code is still valid: exchange it without `guest_token`',
    remedy:
      'Exchange the same login code without `guest_token`. The progress of this guest belongs to the other player.',
  },
  login_code_invalid: {
    status: 400,
    message: 'Login code is invalid, spent or expired',
    meaning:
      'The login code is unknown, used, expired or issued to another app, or `code_verifier` does not match: start the login again',
    remedy:
      'Start a new login. If it happens every time: exchange the code once and within five minutes, send the verifier of the same login, and use the `client_id` that started it. The owner of the app sees the exact cause under Your apps, “Latest requests”.',
  },
});
