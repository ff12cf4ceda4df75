import type { Guard } from '../guard.ts';

const tests = ['pages'];

export const guards: readonly Guard[] = [
  {
    file: 'first-answers.ts',
    find: "if (wantedFor !== 'document' || request.method !== 'GET') return {};",
    replace: '',
    breaks: 'a frame or a script of another page is handed a document with its reader’s data',
    tests,
  },
  {
    file: 'shell.ts',
    find: ".replaceAll('<', String.raw`\\u003c`)",
    replace: '',
    breaks: 'the name of an app runs as a script in the consent page',
    tests,
  },
  {
    file: 'first-answers.ts',
    find: 'answer?.statusCode === 200 ?',
    replace: 'true ?',
    breaks: 'a refusal is shown as an answer',
    tests,
  },
  {
    file: 'first-answers.ts',
    find: 'await atMost(asked, call.waitMilliseconds)',
    replace: 'await asked',
    breaks: 'a chain that does not answer keeps the home page away',
    tests,
  },
];
