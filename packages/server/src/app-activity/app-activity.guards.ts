import type { Guard } from '../guard.ts';

const tests = ['app-activity/app-activity'];

export const guards: readonly Guard[] = [
  {
    file: 'open-app-activity.ts',
    find: "if (owner === null || !isOwn) throw refuse('no_such_app');",
    replace: '',
    breaks: 'anybody reads what an app does',
    tests,
  },
  {
    file: 'record-activity.ts',
    find: 'if (list.length >= max) list.shift();',
    replace: '',
    breaks: 'a busy app, or whoever floods in its name, fills the memory of a node',
    tests,
  },
  {
    file: 'functions/trim_app_requests.sql',
    find: "partition by client_id, caller = 'unproven'",
    replace: 'partition by client_id',
    breaks: 'a stranger with wrong secrets pushes what an app really did out of its list',
    tests,
  },
];
