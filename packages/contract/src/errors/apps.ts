import { errors } from './declare.ts';

export const appErrors = errors({
  no_such_app: { status: 404, meaning: 'No such app' },
  too_many_apps: { status: 400, meaning: 'At most 50 apps for one identity: delete one first' },
  no_such_device_code: { status: 404, meaning: 'No such code, or it is no longer good' },
  login_code_invalid: { status: 400, meaning: 'Login code is invalid, spent or expired' },
});
