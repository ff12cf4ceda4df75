import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * A table belongs to the slice whose migration creates it, or to which a later one hands it (`comment on table … is 'of the slice …'`).
 * Only that slice names it in SQL. What others may know of it the slice shows as a view, which they read and never write. Foreign keys
 * may point anywhere.
 */
const serverSource = path.join(
  path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  'packages/server/src',
);
const files = readdirSync(serverSource, { recursive: true, encoding: 'utf8' });
const migrations = files.filter((file) => file.endsWith('.sql'));
const sources = files.filter(
  (file) => file.endsWith('.ts') && !/\.(?:test|guards)\.ts$|\Wtesting\W/.test(file),
);

/** What has landed and cannot change; whoever rewrites such a function parts it, or says here why not. */
const landed: Readonly<Record<string, string>> = {
  '0560_ledger_purposes names topups':
    'a balance has room for what pending top-ups will bring, judged under the lock of the account',
  '0560_ledger_purposes names apps':
    'a payout goes to the owner of the app, judged in the transaction that pays',
  '0561_ledger_post_sends names topups': 'as in 0560, for a whole batch of sends in one statement',
  '0561_ledger_post_sends names identities': 'the notice of a send is written in the statement that posts it',
  '0594_pending_notice_amounts names topups': 'rewrites ledger_post_sends of 0561 in full',
  '0594_pending_notice_amounts names identities': 'rewrites ledger_post_sends of 0561 in full',
  '0565_topup_postings names ledger_accounts':
    'a payment is booked under the locks of accounts and top-up, in this order',
  '0565_topup_postings names ledger_suspense':
    'what nobody can be credited goes to suspense under those locks',
  '0568_refund_accepted names ledger_suspense': 'mends a function of 0565',
  '0599_topup_confirmations names ledger_accounts': 'rewrites ledger_credit_topup of 0565 in full',
  '0599_topup_confirmations names ledger_suspense': 'rewrites ledger_credit_topup of 0565 in full',
  '0100_identity names profiles': 'handed to the profile by 0140',
  '0440_paused_apps names identities': 'replaced by 0450, which asks the identity slice',
  '0470_app_terms names identities':
    'apps hear of a player’s status in the transaction that changes it, whoever changes it',
  '0661_withdrawn_amounts names relay_operations':
    'the index by which final withdrawals of everything are found',
};

function read(file: string): string {
  return readFileSync(path.join(serverSource, file), 'utf8').replaceAll(/--.*$/gm, '');
}

function sliceOf(file: string): string {
  return file.split(path.sep)[0]!;
}

const owners = new Map<string, string>();
const createdTwice: string[] = [];
const views = new Map<string, string>();
for (const file of migrations.toSorted((left, right) =>
  path.basename(left) < path.basename(right) ? -1 : 1,
)) {
  const sql = read(file);
  for (const [, table] of sql.matchAll(/\bcreate (?:unlogged )?table (\w+)/g)) {
    if (owners.has(table!)) createdTwice.push(table!);
    owners.set(table!, sliceOf(file));
  }
  for (const [, table, slice] of sql.matchAll(/\bcomment on table (\w+) is 'of the slice ([\w-]+)'/g))
    owners.set(table!, slice!);
  for (const [, view] of sql.matchAll(/\bcreate (?:or replace )?view (\w+)/g))
    views.set(view!, sliceOf(file));
}

const statement = /\b(?:select|insert into|update|delete from|join|from|lock table)\b/;

/** The texts of a source in which SQL may stand. */
function statementsIn(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g)]
    .map(([text]) => text)
    .filter((text) => statement.test(text));
}

/** What a statement reads or writes, after a keyword or after a comma among others. */
function relationsIn(sql: string): string[] {
  const named =
    /\b(?:from|join|into|update|using|table|lateral|on)\s+(?:only\s+)?(\w+)|,\s*(\w+)(?:\s+(?:as\s+)?\w+)?(?=\s*(?:,|where\b|join\b|on\b|$))/g;
  return [...sql.matchAll(named)].map(([, first, second]) => (first ?? second)!);
}

function foreign(file: string, statements: readonly string[]): string[] {
  return [...new Set(statements.flatMap((sql) => relationsIn(sql)))].filter(
    (table) => owners.has(table) && owners.get(table) !== sliceOf(file),
  );
}

test('every table is created by one slice', () => {
  expect(owners.size).toBeGreaterThan(50);
  expect(createdTwice).toEqual([]);
  expect([...owners.values()].filter((slice) => !files.includes(slice))).toEqual([]);
});

describe('only the slice of a table names it in SQL', () => {
  test('in its sources', () => {
    const found = sources.flatMap((file) =>
      foreign(file, statementsIn(read(file))).map(
        (table) => `${file} names ${table} of ${owners.get(table)}`,
      ),
    );
    expect(found).toEqual([]);
  });

  test('in its migrations, but for what has landed and cannot be parted', () => {
    const found = migrations.flatMap((file) =>
      foreign(file, [read(file)]).map((table) => `${path.basename(file, '.sql')} names ${table}`),
    );
    expect(found.toSorted()).toEqual(Object.keys(landed).toSorted());
  });
});

test('what a slice shows is read by others and written by nobody', () => {
  const statements = sources.flatMap((file) => statementsIn(read(file)));
  const written = [...views.keys()].filter((view) =>
    statements.some((sql) => new RegExp(`\\b(?:into|update|delete from) ${view}\\b`).test(sql)),
  );
  expect(written).toEqual([]);
  const named = new Set(statements.flatMap((sql) => relationsIn(sql)));
  expect([...views.keys()].filter((view) => !named.has(view))).toEqual([]);
});

test('a join that is planted in another slice is found', () => {
  const planted = 'db.query(`select x from sessions s, identities i where i.id = s.identity_id`)';
  expect(foreign(path.join('sessions', 'sessions.store.ts'), statementsIn(planted))).toEqual(['identities']);
});
