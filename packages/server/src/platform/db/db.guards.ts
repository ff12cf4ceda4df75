import type { Guard } from '../../guard.ts';

const role = { file: 'service-role.ts', tests: ['service-role'] };
const db = { file: 'database.ts', tests: ['platform/db'] };

export const guards: readonly Guard[] = [
  {
    file: 'functions/partition_make.sql',
    find: 'loop execute v_trigger; end loop;',
    replace: 'loop null; end loop;',
    breaks: 'whoever names a month itself empties it',
    tests: ['platform/db/partitions.test'],
  },
  {
    file: 'functions/partitions_ahead.sql',
    find: "< now() + interval '7 days'",
    replace: "< now() - interval '7 days'",
    breaks: 'what a broken move left behind stops every row when its month is over',
    tests: ['platform/db/move-to-partitions'],
  },
  {
    file: 'functions/partition_table.sql',
    find: "v_after := v_after || format('revoke all on %I from %s', v_first, case v_row.grantee when 0 then 'public' else v_row.grantee::regrole::text end);",
    replace: 'null;',
    breaks: 'the role that serves writes into the first partition past its table',
    tests: ['platform/db/move-to-partitions'],
  },
  {
    file: 'move-to-partitions.ts',
    find: "if (!rows[0]!.mine) throw new MoveError('Another move is under way.');",
    replace: '',
    breaks: 'two moves at once drop each other’s index',
    tests: ['platform/db/move-to-partitions'],
  },
  {
    file: 'detach-partitions.ts',
    find: 'for (const { statement } of rows) await held.query(statement);',
    replace: '',
    breaks: 'a detached month can be rewritten before it is dumped',
    tests: ['platform/db/move-to-partitions'],
  },
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
    find: "policy[table] ?? (shown ? 'select' : privileges(refused))",
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
    file: 'migrate.ts',
    find: "quote_ident(current_schema()) || ', pg_temp'",
    replace: 'quote_ident(current_schema())',
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
    find: 'await Promise.all(announced.map(announce));',
    replace: '',
    breaks: 'this node goes on with what it remembered before its own change',
    tests: ['platform/db', 'sessions/authenticator'],
  },
];
