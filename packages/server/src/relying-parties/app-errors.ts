import { commonErrors, defineError } from '../platform/errors/index.ts';

export const noSuchApp = defineError('no_such_app', 404, 'No such app');
export const tooManyApps = defineError(
  'too_many_apps',
  400,
  'At most 50 apps for one identity: delete one first',
);
/** Its logins, tokens and payments rest; the owner sees why. */
export const appPaused = commonErrors.appPaused;
export const codeInvalid = defineError('login_code_invalid', 400, 'Login code is invalid, spent or expired');
