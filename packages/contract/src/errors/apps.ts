import { errors } from './declare.ts';

export const appErrors = errors({
  no_such_app: { status: 404, meaning: 'No such app' },
  too_many_apps: { status: 400, meaning: 'At most 50 apps for one identity: delete one first' },
  app_name_refused: {
    status: 400,
    meaning: 'name must not contain badges or the word PID, or mix alphabets',
    isRule: true,
    context: { reason: '`badge`, `imitates` or `mixed_scripts`' },
    sentence: ({ reason }: { reason: 'badge' | 'imitates' | 'mixed_scripts' }) =>
      reason === 'badge'
        ? 'name must not contain ticks or badges'
        : reason === 'imitates'
          ? 'name must not contain the word PID'
          : 'name must not mix alphabets',
  },
  two_secrets: {
    status: 409,
    meaning: 'There are two secrets already: end the old one first, or make a new one that ends both',
  },
  no_previous_secret: { status: 404, meaning: 'There is no old secret that still works' },
  app_verified_already: { status: 409, meaning: 'The app is verified already' },
  own_app: { status: 403, meaning: 'The app is your own: another administrator has to decide' },
  app_changed: { status: 409, meaning: 'The app was changed since you looked at it: look again' },
  no_such_device_code: { status: 404, meaning: 'No such code, or it is no longer good' },
  login_code_invalid: { status: 400, meaning: 'Login code is invalid, spent or expired' },
});
