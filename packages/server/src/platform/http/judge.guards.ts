import type { Guard } from '../../guard.ts';

const judge = {
  file: 'judge.ts',
  tests: ['platform/http/rate-limits'],
};
const origin = { file: 'same-origin.ts', tests: ['sessions/tokens'] };

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
    ...origin,
    find: "return site === 'cross-site' ||",
    replace: 'return',
    breaks: 'a request of another site without its origin uses the cookie',
    tests: ['sessions/cross-site', 'sessions/sessions.test'],
  },
  {
    ...origin,
    find: 'if (origin !== undefined && !own.has(origin)) return true;',
    replace: '',
    breaks: 'another origin uses the cookie',
    tests: ['sessions/cross-site', 'sessions/sessions.test'],
  },
  {
    file: 'cookies.ts',
    find: 'if (value !== null) return null;',
    replace: '',
    breaks: 'a cookie planted by another host beside ours is taken for ours',
    tests: ['sessions/sessions.test'],
  },
  {
    ...judge,
    find: "if (!principal || !admission || admission === 'no_identity') return addressKey(request.ip);",
    replace: 'if (!principal) return addressKey(request.ip);',
    breaks: 'every dead token is another allowance of requests for whoever has many',
  },
  {
    ...judge,
    find: "return principal.type === 'bearer' ? `bearer:${principal.grantId}` :",
    replace: "return principal.type === 'bearer' ? `bearer:${principal.identityId}` :",
    breaks: 'an app that reads too often locks the other apps of its player out',
  },
  {
    ...judge,
    find: "if (principal.type === 'session') return principal.sessionId;",
    replace: "if (principal.type === 'session') return `session:${principal.identityId}`;",
    breaks: 'whoever holds a stolen session keeps its owner from ending it',
  },
  {
    ...judge,
    find: "return admission && principal?.type === 'session' ? principal.identityId : undefined;",
    replace: 'return undefined;',
    breaks: 'who signs in a hundred times has a hundred limits',
  },
  {
    ...judge,
    find: "kind !== 'cookie' ||",
    replace: '',
    breaks: 'a bearer administers',
    equivalent: 'a bearer’s sign-in is never by passkey, which is asked for next',
  },
  {
    ...judge,
    find: "admission.method === 'passkey' &&",
    replace: '',
    breaks: 'whoever holds an administrator’s provider account administers',
    tests: ['admin/admin.test'],
  },
  {
    ...judge,
    find: "admission.status === 'active' &&",
    replace: '',
    breaks: 'a suspended administrator reads on',
    tests: ['admin/admin.test'],
  },
  {
    ...judge,
    find: 'admins.has(admission.pid)',
    replace: 'true',
    breaks: 'everybody with a passkey administers',
    tests: ['admin/admin.test'],
  },
  {
    ...judge,
    find: 'admission.countsAsRecent &&',
    replace: '',
    breaks: 'a passkey that a stolen cookie has just registered administers',
    tests: ['step-up/planted-passkey', 'admin/admin.test'],
  },
  {
    ...judge,
    find: "return access === 'reader' &&",
    replace: "return access !== 'app' &&",
    breaks: 'a read-only bearer writes',
    tests: ['relying-parties/exchange'],
  },
  {
    ...judge,
    find: "(access === 'app' || access === 'app-or-user' || access === 'owner') &&",
    replace: 'true &&',
    breaks: 'an app reads its players’ data with its own token',
    tests: ['relying-parties/exchange', 'relying-parties/login'],
  },
  {
    ...judge,
    find: "if (!admission) return refuse('unauthorized');",
    replace: '',
    breaks: 'a session that has ended goes on',
    tests: ['sessions/cross-site', 'sessions/sessions.test'],
  },
  {
    ...judge,
    find: 'isForeignRequest(request, ownOrigins) &&',
    replace: 'false &&',
    breaks: 'any site acts with the cookie of whoever visits it',
    tests: ['sessions/cross-site', 'sessions/sessions.test'],
  },
  {
    ...judge,
    find: "const refusesSuspended = route.method !== 'GET' && !route.allowSuspended;",
    replace: 'const refusesSuspended = false;',
    breaks: 'a suspended identity goes on writing',
    tests: ['identity/status'],
  },
  {
    ...judge,
    find: 'if (isFresh) done();',
    replace: 'if (isFresh || request) done();',
    breaks: 'a caller who holds back the last byte of a body acts after the session ended',
    tests: ['platform/http/held-body'],
  },
];
