import type { Guard } from '../guard.ts';

/** Of deletion; the rest of the account's are in `account.guards.ts`. */
export const guards: readonly Guard[] = [
  {
    file: 'deletion-guard.ts',
    find: 'lamports > abandonLamportsMax || abandon === null',
    replace: 'abandon === null',
    breaks: 'any sum of SOL is lost with one request',
    tests: ['account/give-up-vault'],
  },
  {
    file: 'deletion-guard.ts',
    find: 'return abandon === givenUpDigest(held)',
    replace: 'return abandon !== null',
    breaks: 'what arrived after the owner looked is given up with the rest',
    tests: ['account/give-up-vault'],
  },
  {
    file: 'deletion-guard.ts',
    find: 'open.length > 0 ?',
    replace: 'open.length > 99 ?',
    breaks: 'an identity goes while its money is on its way',
    tests: ['account/account.test'],
  },
];
