import type { Guard } from '../guard.ts';

export const guards: readonly Guard[] = [
  {
    file: 'delete-own-identity.ts',
    find: "Buffer.from(abandon ?? '', 'hex')",
    replace: 'Buffer.alloc(0)',
    breaks: 'a page shows one list and has another given up by the same signature',
    tests: ['account/give-up-vault'],
  },
];
