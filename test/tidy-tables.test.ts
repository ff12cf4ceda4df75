import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * A table belongs to the slice whose migration creates it, and only that slice names it in SQL. Other slices read views of it and never
 * write them. Foreign keys may reference any table.
 */
const serverSource = path.join(
  path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  'packages/server/src',
);
const files = readdirSync(serverSource, { recursive: true, encoding: 'utf8' });
const migrations = files.filter((file) => file.endsWith('.sql'));
// Texts for people (words.en.ts) contain words such as "from", but no SQL.
const sources = files.filter(
  (file) => file.endsWith('.ts') && !/\.(?:test|en|id)\.ts$|\Wtesting\W/.test(file),
);

/**
 * SQL that names a table of another slice, with the reason. Locks and statement order require these
 * exceptions.
 */
const exceptions: Readonly<Record<string, string>> = {
  'ledger_post_sends names topups':
    'pending top-ups of all receivers of a batch are read in one statement, under the locks of the accounts',
  'ledger_post_sends names identities': 'writes the notice of a send in the statement that posts it',
  'ledger_credit_topup names ledger_accounts':
    'books a payment under the locks of accounts and top-up, in this order',
  'ledger_credit_topup names ledger_suspense': 'writes the item of suspense under those locks',
  'ledger_claw_back names ledger_accounts': 'takes a refund back under those locks',
  'ledger_claw_back names ledger_suspense': 'takes a refund back from suspense under those locks',
  '202611180007_baseline_relying_parties names identities':
    'a trigger notifies apps in the transaction that changes the status of a player',
  '202611180016_baseline_account names relay_operations':
    'the index that finds final withdrawals of everything',
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
  // The tables of development are also in the baseline of older databases.
  const isDevelopment = file.includes(`${path.sep}development${path.sep}`);
  for (const [, table] of sql.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g)) {
    if (owners.has(table!) && !isDevelopment) createdTwice.push(table!);
    owners.set(table!, sliceOf(file));
  }
  for (const [, view] of sql.matchAll(/\bcreate (?:or replace )?view (\w+)/g))
    views.set(view!, sliceOf(file));
}

const statement = /\b(?:select|insert into|update|delete from|join|from|lock table)\b/;

/** String literals of a source that may contain SQL. */
function statementsIn(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g)]
    .map(([text]) => text)
    .filter((text) => statement.test(text));
}

/** Tables and views that a statement reads or writes: names after a keyword or in a comma-separated list. */
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

  test('in its migrations and functions, except where one statement must read both', () => {
    const found = migrations.flatMap((file) =>
      foreign(file, [read(file)]).map((table) => `${path.basename(file, '.sql')} names ${table}`),
    );
    expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  });
});

test('views of a slice are read by other slices and never written', () => {
  const statements = [
    ...sources.flatMap((file) => statementsIn(read(file))),
    ...migrations.map((file) => read(file)),
  ];
  const written = [...views.keys()].filter((view) =>
    statements.some((sql) => new RegExp(`\\b(?:into|update|delete from) ${view}\\b`).test(sql)),
  );
  expect(written).toEqual([]);
  const named = new Set(statements.flatMap((sql) => relationsIn(sql)));
  expect([...views.keys()].filter((view) => !named.has(view))).toEqual([]);
});

test('detects a join with a table of another slice', () => {
  const planted = 'db.query(`select x from sessions s, identities i where i.id = s.identity_id`)';
  expect(foreign(path.join('sessions', 'sessions.store.ts'), statementsIn(planted))).toEqual(['identities']);
});
