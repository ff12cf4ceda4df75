import type { Guard } from '../../guard.ts';

const judge = { file: 'judge.ts', tests: ['platform/http', 'sessions'] };
const origin = { file: 'same-origin.ts', tests: ['platform/http', 'sessions'] };

export const guards: readonly Guard[] = [
  {
    ...origin,
    find: "(request.method === 'GET' || request.method === 'HEAD')",
    replace: 'true',
    breaks: 'a form on another site posts with the cookie, because forms navigate',
  },
  {
    ...origin,
    find: " || (site === 'same-site' && origin === undefined)",
    replace: '',
    breaks: 'a sibling host that hides its origin uses the cookie',
  },
  {
    ...judge,
    find: 'if (value !== null) return null;',
    file: 'cookies.ts',
    replace: '',
    breaks: 'a cookie planted by another host beside ours is taken for ours',
    tests: ['sessions', 'test/security'],
  },
];
