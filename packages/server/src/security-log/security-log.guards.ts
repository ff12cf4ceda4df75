import type { Guard } from '../guard.ts';

const recorder = { file: 'record-events.ts', tests: ['security-log'] };
const watch = { file: 'watch-requests.ts', tests: ['security-log'] };

export const guards: readonly Guard[] = [
  {
    ...recorder,
    find: 'if (ofCaller > perCallerMax) return false;',
    replace: '',
    breaks: 'one caller fills the log, and the disk, with one kind of refusal',
  },
  {
    ...recorder,
    find: 'event.identityId ?? event.network ?? event.clientId',
    replace: 'event.identityId ?? event.clientId ?? event.network',
    breaks: 'one caller who names another app each time fills the log',
  },
  {
    ...recorder,
    find: 'if (ofKind > perKindMax) return false;',
    replace: 'if (minute.counts.size > perKindMax) return false;',
    breaks: 'a flood of refusals hides what an administrator does',
  },
  {
    ...recorder,
    find: 'network: networkOf(event.address)',
    replace: 'network: event.address ?? null',
    breaks: 'the log keeps whole addresses of people',
  },
  {
    file: 'network-of.ts',
    tests: ['security-log'],
    find: '.slice(0, 3)',
    replace: '',
    breaks: 'the log keeps whole addresses of people',
  },
  {
    ...watch,
    find: 'if (count === manyRefusals)',
    replace: 'if (count >= manyRefusals)',
    breaks: 'every further refusal of a flood is an event of its own',
  },
  {
    ...watch,
    find: 'if (counted.has(status)) countRefusal(request, status);',
    replace: '',
    breaks: 'nobody hears of a caller that is refused again and again',
  },
  {
    ...watch,
    find: '/^app_[0-9a-f]{24}$/.test(claimed)',
    replace: 'claimed.length > 0',
    breaks: 'whatever is sent as client_id, be it a secret, lands in the log',
  },
  {
    ...watch,
    find: '} else if (status < 400 && isExport(request, route))',
    replace: '} else if (status > 999 && isExport(request, route))',
    breaks: 'personal data is exported without a trace',
  },
  {
    ...watch,
    find: "else if (status < 400 && route.startsWith(adminPrefix) && request.method !== 'GET')",
    replace: "else if (status > 999 && route.startsWith(adminPrefix) && request.method !== 'GET')",
    breaks: 'administration leaves no trace in the log',
  },
  {
    file: '../sessions/refresh-session.ts',
    tests: ['security-log'],
    find: "if (tokens && 'reusedBy' in tokens)",
    replace: "if (origin === null && tokens && 'reusedBy' in tokens)",
    breaks: 'the reuse of a refresh token is not in the log',
  },
  {
    file: 'read-log.ts',
    tests: ['security-log'],
    find: '|| new Date(millis).toISOString().slice(0, 10) !== text',
    replace: '',
    breaks: '30 February is taken for a day in March',
  },
];
