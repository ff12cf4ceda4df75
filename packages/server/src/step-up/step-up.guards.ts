import type { Guard } from '../guard.ts';

const own = ['step-up/step-up.test'];
const planted = ['step-up/planted-passkey'];

export const guards: readonly Guard[] = [
  {
    file: 'open-step-up.ts',
    find: "if (hasPasskey) throw refuse('step_up_required', { need: 'assertion' });",
    replace: '',
    breaks: 'a fresh cookie is enough although the owner has a passkey',
    tests: own,
  },
  {
    file: 'open-step-up.ts',
    find: "if (!isRecent(caller, deps.clock)) throw refuse('step_up_required', { need: 'recent' });",
    replace: '',
    breaks: 'an old cookie is enough where there is no passkey',
    tests: own,
  },
  {
    file: 'open-step-up.ts',
    find: 'if (passkeys.length === 0) {',
    replace: 'if (passkeys.length < 0) {',
    breaks: 'any passkey of the device is asked for what none may sign',
    tests: own,
  },
  {
    file: 'open-step-up.ts',
    find: 'subject: Buffer.from(subjectOf(confirms))',
    replace: 'subject: Buffer.alloc(32)',
    breaks: 'a signature for one request confirms any other',
    tests: own,
  },
  {
    file: 'open-step-up.ts',
    find: 'const challengeTtlSeconds = 300;',
    replace: 'const challengeTtlSeconds = 3000;',
    breaks: 'a signature that was given up is good for most of an hour',
    tests: own,
  },
  {
    file: 'open-step-up.ts',
    find: 'if (!(error instanceof RangeError)) throw error;',
    replace: 'throw error;',
    breaks: 'a deeply nested body is a 500',
    tests: own,
    equivalent: 'the body parser refuses such nesting before',
  },
  {
    file: 'step-up.routes.ts',
    find: 'routes.filter(({ stepUp }) => stepUp)',
    replace: 'routes.filter(() => true)',
    breaks: 'a page is given challenges for what is confirmed elsewhere, such as a withdrawal',
    tests: own,
  },
  {
    file: '../platform/http/step-up.ts',
    find: 'path: concretePath(route.path, request.params as Record<string, string>),',
    replace: 'path: route.path,',
    breaks: 'what was signed for one parameter is judged without it',
    tests: ['admin/admin.test'],
  },
  {
    file: '../platform/http/step-up.ts',
    find: 'body: isBodySent(request) ? request.body : null,',
    replace: 'body: null,',
    breaks: 'the body is changed after it was signed',
    tests: ['ledger/step-up-sends', 'step-up/step-up.test'],
  },
  {
    file: '../platform/http/step-up.ts',
    find: 'query: Object.fromEntries(query),',
    replace: 'query: {},',
    breaks: 'the query is changed after it was signed',
    tests: own,
    equivalent: 'no operation with step-up reads a query yet',
  },
  {
    file: '../platform/http/step-up.ts',
    find: 'if (new Set(query.keys()).size !== query.size)',
    replace: 'if (query.size > 100)',
    breaks: 'a value acts that was not signed',
    tests: own,
  },
  {
    file: '../platform/http/step-up.ts',
    find: "if (!request.steppedUp && route.stepUp && route.stepUp !== 'judged')",
    replace: "if (!request.steppedUp && route.stepUp === 'recent')",
    breaks: 'declared step-up is not asked for',
    tests: own,
  },
  {
    file: '../credentials/recent-sign-in.ts',
    find: 'caller.countsAsRecent && isRecentMoment(',
    replace: 'isRecentMoment(',
    breaks: 'whoever has planted a passkey signs in by it and is recent',
    tests: planted,
  },
];
