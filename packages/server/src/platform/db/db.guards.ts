import type { Guard } from '../../guard.ts';

const role = { file: 'service-role.ts', tests: ['service-role'] };
const db = { file: 'database.ts', tests: ['platform/db'] };

export const guards: readonly Guard[] = [
  {
    file: 'open-reader.ts',
    find: 'watch.failed(error);',
    replace: 'throw error;',
    breaks: 'a replica that dies takes statements and exports with it',
    tests: ['platform/db/open-reader', 'replica.test'],
  },
  {
    ...role,
    find: "if ((refused & refusesUpdate) === 0) allowed.push('update');",
    replace: "allowed.push('update');",
    breaks: 'the role that serves may be granted what triggers refuse',
  },
  {
    ...role,
    find: "if ((refused & refusesDelete) === 0) allowed.push('delete');",
    replace: "allowed.push('delete');",
    breaks: 'the role that serves may delete history, were the trigger gone',
  },
  {
    ...role,
    find: "policy.tables[table] ?? (shown ? 'select' : privileges(refused))",
    replace: "shown ? 'select' : privileges(refused)",
    breaks: 'the role that serves changes balances past the posting functions',
  },
  {
    ...role,
    find: "shown ? 'select' : privileges(refused)",
    replace: 'privileges(refused)',
    breaks: 'the role that serves writes through a view, with the rights of its owner',
  },
  {
    ...role,
    find: "'revoke temporary on database %database from public',",
    replace: '',
    breaks: 'a temporary table stands before ours of the same name',
  },
  {
    ...role,
    find: 'security definer set search_path = %schema, pg_temp',
    replace: 'security definer',
    breaks: 'a function with the owner’s rights reads tables of the caller’s',
  },
  {
    ...db,
    find: "await client.query('rollback').catch((rollbackError: Error) => {",
    replace: "await client.query('commit').catch((rollbackError: Error) => {",
    breaks: 'half of a refused operation stays',
  },
  {
    ...db,
    find: "const retryableStates = new Set(['40001', '40P01']);",
    replace: "const retryableStates = new Set(['40001']);",
    breaks: 'a deadlock is a failed request',
  },
  {
    ...db,
    find: 'announced.forEach(announce);',
    replace: '',
    breaks: 'this node goes on with what it remembered before its own change',
    tests: ['platform/db', 'sessions/authenticator'],
  },
];
