import type { Guard } from '../guard.ts';

const tests = ['app-events/app-events'];

/** What keeps the feed whole, and what would go through without it. */
export const guards: readonly Guard[] = [
  {
    file: 'open-app-events.ts',
    find: "if (caller.clientId !== params.client_id) throw refuse('no_such_app');",
    replace: '',
    breaks: 'a token of one app is answered under the name of another',
    tests,
  },
  {
    file: 'read-events.ts',
    find: "if (from < oldest - 1n) throw refuse('events_gone', { oldest });",
    replace: '',
    breaks: 'who was away for too long misses events without being told',
    tests,
  },
  {
    file: 'read-events.ts',
    find: "if (from > last) throw refuse('events_ahead', { last });",
    replace: '',
    breaks: 'after a restore a game waits for numbers that it has seen, and misses what comes before',
    tests,
  },
  {
    file: 'waiting-room.ts',
    find: 'if (here.size >= waitsMax) return null;',
    replace: '',
    breaks: 'one app ties up the sockets of a node',
    tests,
  },
  {
    file: 'open-app-events.ts',
    find: '        room.close();\n',
    replace: '',
    breaks: 'a node that stops waits for those who wait',
    tests,
  },
];
