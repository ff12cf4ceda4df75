import { errors } from './declare.ts';

export const appErrors = errors({
  no_such_app: {
    status: 404,
    message: 'No such app',
    meaning: 'The app does not exist, or belongs to another owner',
  },
  too_many_apps: { status: 400, meaning: 'At most 50 apps for one identity: delete one first' },
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
  own_app: { status: 403, meaning: 'You own this app: another administrator has to decide' },
  app_changed: { status: 409, meaning: 'The app has changed since you read it: read it again' },
  no_such_device_code: {
    status: 404,
    meaning: 'The user code is unknown, used or expired: start again on the device',
  },
  invalid_scope: {
    status: 400,
    meaning:
      'The owner of the app has removed the scope `payments`: request `read`, or ask the owner to allow it',
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
