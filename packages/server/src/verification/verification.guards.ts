import type { Guard } from '../guard.ts';

const tests = ['verification/verification'];

export const guards: readonly Guard[] = [
  {
    file: 'decide-verification.ts',
    find: "if (verdict.approved && app.ownerId === deciderId) throw refuse('own_app');",
    replace: '',
    breaks: 'an administrator verifies an app of their own',
    tests,
  },
  {
    file: 'decide-verification.ts',
    find: "if (verdict.approved && verdict.version !== app.version) throw refuse('app_changed');",
    replace: '',
    breaks: 'an app that was changed after the administrator looked at it is verified',
    tests,
  },
  {
    file: 'verification.store.ts',
    find: " and status = 'pending'`,\n    [clientId, decision",
    replace: '`,\n    [clientId, decision',
    breaks: 'an administrator undoes what another has just decided, and the owner is told both',
    tests,
  },
  {
    file: 'ask-verification.ts',
    find: "if (app?.ownerId !== caller.identityId) throw refuse('no_such_app');\n    if",
    replace: "if (!app) throw refuse('no_such_app');\n    if",
    breaks: "anybody asks in the name of another's app",
    tests,
  },
];
