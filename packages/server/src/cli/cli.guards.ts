import type { Guard } from '../guard.ts';

const asks = { tests: ['cli/asks-first'] };

export const guards: readonly Guard[] = [
  {
    ...asks,
    file: 'command.ts',
    find: 'if (yes || (await shell.confirm?.(question))) return;',
    replace: 'if (question) return;',
    breaks: 'a script that was never meant to deletes an identity, and nobody was asked',
  },
  {
    ...asks,
    file: 'machine-credentials.ts',
    find: 'await context.agree(`${name} administers nothing any more, and no other gets that name. Revoke it?`);',
    replace: '',
    breaks: 'a slip of the hand ends a program that administers, for good',
  },
  {
    ...asks,
    file: 'chain-offline.ts',
    find: 'await context.agree(`Do this on the chain as ${signer.address}?`);',
    replace: '',
    breaks: 'the config of the program is changed by whoever repeats a line of their history',
  },
  {
    file: 'partitions.ts',
    find: 'if (standing.length > 0)',
    replace: 'if (standing.length < 0)',
    breaks: 'a table of terabytes is moved, for good, before anybody has agreed',
    tests: ['platform/db/move-to-partitions'],
  },
];
