import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { plantedBugs } from '../../packages/server/test/simulation/planted-bugs.ts';
import { chooseMutants, identityOf, mutantsOf, readSources, sliceNames, type Source } from './candidates.ts';
import { applyEdit, type Operator } from './edit.ts';
import { journeys } from './journeys.ts';
import { markedIn, readMarked } from './marks.ts';
import { editsOf, parses } from './operators.ts';
import { parseOptions } from './options.ts';
import { filtersOf, root, serverFolder, testFiles } from './test-files.ts';
import { inOrder, planOf, planOfMarked } from './test-plan.ts';

/** Returns the texts that an operator makes from a source. */
function mutated(text: string, operator: Operator): string[] {
  return editsOf('rule.ts', text)
    .filter((edit) => edit.operator === operator)
    .map((edit) => applyEdit(text, edit));
}

describe('operators', () => {
  test.each<[Operator, string, string[]]>([
    ['negate if', 'if (a && b) c = d;', ['if (!(a && b)) c = d;']],
    ['negate if', 'if (!a) c = d;', []],
    ['drop not', 'if (!a) c = d;', ['if (a) c = d;']],
    ['delete if', 'if (a) throw b;', ['{}']],
    ['delete if', 'function f() { if (a) { return; } }', ['function f() { {} }']],
    ['delete if', 'if (a) throw b; else c = d;', []],
    ['delete if', 'if (await a()) throw b;', ['if ((await a()) && false) throw b;']],
    ['force if', 'if (a) b = c;', ['if (true) b = c;']],
    ['force if', 'if (a) throw b;', []],
    ['drop operand', 'x = a && b && c;', ['x = a && b;', 'x = a && c;', 'x = b && c;']],
    ['drop operand', 'x = a ?? null;', ['x = null;']],
    ['fix choice', 'f = () => a ? { b } : c;', ['f = () => ({ b });', 'f = () => c;']],
    ['drop filter', 'x = rows.filter(isOpen).map(f);', ['x = rows.map(f);']],
    ['drop element', "x = ['a', 'b'];", ["x = ['b'];", "x = ['a'];"]],
    ['drop element', 'query(text, [a, b]);', []],
    ['drop bound', 'x = Math.min(a, b);', ['x = a;', 'x = b;']],
    ['swap comparison', 'x = a < b;', ['x = a <= b;']],
    ['swap comparison', 'x = (a) >= (b);', ['x = (a) > (b);']],
    ['swap equality', 'x = a === b;', ['x = a !== b;']],
    ['swap equality', 'if (a === b) c = d;', []],
    ['swap and/or', 'x = a || b;', ['x = a && b;']],
    ['add one', 'const ttlSeconds = 6_00;', ['const ttlSeconds = 601;']],
    ['add one', 'x = 9n;', ['x = 10n;']],
    ['add one', 'x = rows[0]; let y: 1;', []],
    ['delete statement', 'await store(a);', [';']],
    ['delete statement', 'await done; a.b = c;', ['; a.b = c;', 'await done; ;']],
    ['delete statement', "log.warn('x'); deps.metrics.sent.inc(1); x = f();", []],
    ['flip boolean', 'x = { isOpen: true };', ['x = { isOpen: false };']],
    ['flip boolean', 'log.warn({ a: true }); type T = true; throw new Error(f(true));', []],
  ])('%s: %s', (operator, text, expected) => {
    expect(mutated(text, operator)).toEqual(expected);
  });

  test.each<[Operator, string, string[]]>([
    [
      'sql: drop condition',
      "select a from b where c = $1 and d = 'x and y' order by a",
      [
        "select a from b where (c = $1 or true) and d = 'x and y' order by a",
        "select a from b where c = $1 and (d = 'x and y' or true) order by a",
      ],
    ],
    [
      'sql: drop condition',
      'select a from b where c between $1 and $2 and (d or e) for update',
      [
        'select a from b where (c between $1 and $2 or true) and (d or e) for update',
        'select a from b where c between $1 and $2 and ((d or e) or true) for update',
        'select a from b where c between $1 and $2 and (d or (e and false)) for update',
      ],
    ],
    [
      'sql: drop condition',
      'update a set b = $1 where exists (select from c where ${isActive})',
      [
        'update a set b = $1 where (exists (select from c where ${isActive}) or true)',
        'update a set b = $1 where exists (select from c where (${isActive} or true))',
      ],
    ],
    [
      'sql: drop condition',
      'delete from a where b is distinct from $1 or case c when 1 then d end',
      [
        'delete from a where (b is distinct from $1 and false) or case c when 1 then d end',
        'delete from a where b is distinct from $1 or (case c when 1 then d end and false)',
      ],
    ],
    [
      'sql: fix case',
      'select case when a then case b when 1 then $1 end else c end from t',
      [
        'select case when ((a) and false) then case b when 1 then $1 end else c end from t',
        'select case when ((a) or true) then case b when 1 then $1 end else c end from t',
      ],
    ],
    ['sql: drop bound', 'select greatest(a.b, $1)', ['select a.b', 'select $1']],
    [
      'sql: drop lock',
      'select a from b where c = $1 for update skip locked',
      ['select a from b where c = $1'],
    ],
    ['sql: swap comparison', 'select a from b where c <= $1', ['select a from b where c < $1']],
    ['sql: swap comparison', "select a->>'b' from b where c <> $1 and d @> $2", []],
    [
      'sql: drop on conflict',
      'insert into a (b) values ($1) on conflict (b) do nothing returning b',
      ['insert into a (b) values ($1) returning b'],
    ],
    ['sql: drop on conflict', 'insert into a (b) values ($1) on conflict (b) do update set b = 1', []],
    ['sql: drop condition', 'Take this and that', []],
  ])('%s: %s', (operator, text, expected) => {
    const quote = (statement: string) => `query(\`${statement}\`);`;
    expect(mutated(quote(text), operator)).toEqual(expected.map(quote));
  });
});

test('mutates the body of an SQL function, not its comments and settings', () => {
  const text = `-- if a then return; end if;
create or replace function f() returns text language plpgsql set x = on as $$
begin
  if v_a < 1 and v_b then outcome := 'no'; return; end if;
  perform lock_it();
  update t set e = 1 where id = p_id and f = 2;
end $$;
`;
  const edits = mutantsOf({ slice: 'one', file: 'one/functions/f.sql', text }).map(
    ({ operator, before, after }) => [operator, before, after],
  );
  expect(edits).toEqual([
    ['sql: swap comparison', 'v_a < 1', 'v_a <= 1'],
    ['sql: drop condition', 'v_a < 1', '(v_a < 1 or true)'],
    ['sql: delete if', 'v_a < 1 and v_b', 'false'],
    ['sql: drop condition', 'v_b', '(v_b or true)'],
    ['sql: delete statement', 'perform lock_it();', 'null;'],
    ['sql: drop condition', 'id = p_id', '(id = p_id or true)'],
    ['sql: drop condition', 'f = 2', '(f = 2 or true)'],
  ]);
});

test('mutates the triggers and constraints of a migration', () => {
  const text = `-- check (a)
create table t (a int check (a > (1)), b int);
create trigger t_fixed before update on t for each row execute function refuse_change();
`;
  const edits = mutantsOf({ slice: 'one', file: 'one/migrations/1_t.sql', text }).map(
    ({ operator, before, after }) => [operator, before, after],
  );
  expect(edits).toEqual([
    ['sql: drop check', 'a > (1)', 'true'],
    ['sql: delete trigger', expect.stringContaining('create trigger t_fixed'), ''],
  ]);
});

describe('marks', () => {
  const rule = 'packages/server/src/ledger/rule.ts';

  test('replaces or deletes the text that follows the mark', () => {
    const text = `// mutant (ledger/limits): b => a + b
// mutant: + b => nothing
x = a + b;
`;
    const mutants = markedIn(rule, text);
    expect(mutants.map((mutant) => applyEdit(text, mutant).split('\n')[2])).toEqual([
      'x = a + a + b;',
      'x = a ;',
    ]);
    expect(mutants.map(({ tests }) => tests)).toEqual([['ledger/limits'], undefined]);
  });

  test.each([
    ['// mutant: gone => here\nx = 1;\n', 'lines do not contain: gone'],
    ['// mutant: x\nx = 1;\n', 'is not of the form'],
    [`// mutant: x => y\n${'\n'.repeat(20)}x = 1;\n`, 'lines do not contain: x'],
  ])('refuses a mark that changes nothing: %j', (text, message) => {
    expect(() => markedIn(rule, text)).toThrow(message);
  });

  const marked = readMarked();

  test('marks at most 120 mutants', () => {
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.length).toBeLessThanOrEqual(120);
  });

  test.each(marked.map((mutant) => [`${mutant.file}:${mutant.line}`, mutant] as const))(
    '%s parses after the change and has tests',
    (_place, mutant) => {
      const text = readFileSync(path.join(root, mutant.file), 'utf8');
      expect(parses(mutant.file, applyEdit(text, mutant))).toBe(true);
      expect(planOfMarked(mutant, { withRelease: true }).own).not.toEqual([]);
    },
  );
});

describe('choice', () => {
  const source = (slice: string, names: string[]): Source => ({
    slice,
    file: `packages/server/src/${slice}/rule.ts`,
    text: names.map((name) => `${name}(1);\n`).join(''),
  });
  const sources = [source('one', ['a', 'b', 'c', 'd', 'e']), source('two', ['f'])];
  const chosen = (from: readonly Source[], seed: string, count: number) =>
    chooseMutants(from, seed, count).map(identityOf);

  test('the same seed and sources give the same mutants, another seed gives others', () => {
    expect(chosen(sources, '7', 6)).toEqual(chosen(sources.toReversed(), '7', 6));
    expect(chosen(sources, '7', 6)).not.toEqual(chosen(sources, '8', 6));
  });

  test('the slices take turns until one has no mutants left', () => {
    const slices = chooseMutants(sources, '7', 12).map(({ slice }) => slice);
    expect(slices.slice(0, 4).filter((slice) => slice === 'two')).toHaveLength(2);
    expect(slices).toHaveLength(12);
  });

  test('a change of one slice does not change the choice in another', () => {
    const changed = [sources[0]!, source('two', ['f', 'g', 'h'])];
    const ofOne = (from: readonly Source[]) =>
      chooseMutants(from, '7', 4).flatMap((mutant) => (mutant.slice === 'one' ? identityOf(mutant) : []));
    expect(ofOne(changed)).toEqual(ofOne(sources));
  });

  test('distinguishes equal texts in one file', () => {
    const twice = mutantsOf({ ...sources[1]!, text: 'f(1);\nf(1);\n' });
    expect(new Set(twice.map(identityOf)).size).toBe(twice.length);
    expect(twice.map(({ line }) => line)).toEqual([1, 1, 2, 2]);
  });

  test('does not mutate tests, fixtures and index files', () => {
    const files = readSources('ledger').map(({ file }) => file);
    expect(files).toContain('packages/server/src/ledger/limits.store.ts');
    expect(files.filter((file) => /test|index\.ts$/.test(file))).toEqual([]);
  });
});

describe('journeys', () => {
  test('every slice has its row', () => {
    expect(Object.keys(journeys).toSorted()).toEqual(sliceNames().toSorted());
  });

  test.each(Object.entries(journeys))('every pattern of %s begins the path of a test', (_slice, patterns) => {
    const unmatched = filtersOf(patterns).filter(
      (filter) => !testFiles().some((file) => file.startsWith(filter)),
    );
    expect(unmatched).toEqual([]);
  });

  test('the test named after the mutated file runs first, then the quickest, browsers last', () => {
    const plan = {
      own: ['a/slow.test.ts', 'a/quick.test.ts', 'a/rule.test.ts'],
      journeys: ['test/browser/x', 'b'],
    };
    const durations = new Map([
      ['a/slow.test.ts', 9],
      ['a/quick.test.ts', 1],
    ]);
    expect(inOrder(plan, 'a/rule.store.ts', durations)).toEqual([
      'a/rule.test.ts',
      'a/quick.test.ts',
      'a/slow.test.ts',
      'b',
      'test/browser/x',
    ]);
  });

  test('separates the tests of a slice from its journeys', () => {
    const { own, journeys: outside } = planOf('ledger', { withRelease: false });
    expect(own.every((file) => file.startsWith('packages/server/src/ledger/'))).toBe(true);
    expect(outside.filter((file) => own.includes(file))).toEqual([]);
  });
});

test('refuses an unknown argument', () => {
  expect(parseOptions(['5', '60', '--lanes', '1'])).toMatchObject({ seed: '5', count: 60, lanes: 1 });
  expect(() => parseOptions(['5', 'many'])).toThrow('count must be a positive integer');
  expect(() => parseOptions(['--lane', '1'])).toThrow();
  expect(parseOptions(['--marked', 'packages/protocol'])).toMatchObject({ marked: 'packages/protocol' });
  expect(() => parseOptions(['--marked', 'a', 'b'])).toThrow('Unexpected argument: b');
});

test.each(plantedBugs.map(({ bug, file, find }) => [bug, file, find]))(
  'the sources contain the text that the planted bug changes: %s',
  (_bug, file, find) => {
    expect(readFileSync(path.join(root, serverFolder, file), 'utf8')).toContain(find);
  },
);
