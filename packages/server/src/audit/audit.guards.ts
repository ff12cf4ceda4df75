import type { Guard } from '../guard.ts';

export const guards: readonly Guard[] = [
  {
    file: 'audit.store.ts',
    find: '($1::uuid is null or identity_id = $1)',
    replace: '($1::uuid is null or true)',
    breaks: 'everybody reads everybody’s activity',
    tests: ['audit/audit.test'],
  },
  {
    file: 'audit.store.ts',
    find: '($2::bigint is null or id < $2)',
    replace: '($2::bigint is null or true)',
    breaks: 'a page of the audit log repeats the first for ever',
    tests: ['audit/audit.test'],
  },
];
