import type { Guard } from '../guard.ts';

export const guards: readonly Guard[] = [
  {
    file: 'check-administrators.ts',
    find: 'if (missing.length > 0)',
    replace: 'if (missing.length < 0)',
    breaks: 'whoever claims a handle that PID_ADMINS names becomes an administrator',
    tests: ['admin/check-administrators'],
  },
  {
    file: '../sign-in/claim-handle.ts',
    find: "if (deps.administrators.has(identity.pid)) throw refuse('handle_reserved');",
    replace: 'void deps.administrators;',
    breaks: 'a handle of PID_ADMINS that a restore has freed is claimed by a stranger',
    tests: ['admin/check-administrators'],
  },
  {
    file: 'pause-app.ts',
    find: "if (owner === null) throw refuse('not_found', {}, 'No such app');",
    replace: '',
    breaks: 'pausing an app that is not there is answered as done',
    tests: ['relying-parties/paused-app'],
    equivalent: 'nothing is changed then either: the answer is another refusal',
  },
];
