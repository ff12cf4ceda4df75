/**
 * `npm run guards [-- --new] [slice …]`: takes the guards of the service away one by one and runs the tests that should miss them.
 * Writes docs/service-guards.md after each, so that it can be stopped at any time; `--new` goes on where it stopped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Guard } from '../../packages/server/src/guard.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/platform/embedded-postgres/index.ts';
import { keyOf, readRows, rowOf, writeRows } from './document.ts';
import { filtersOf, problemOf, readGuardLists, type GuardList } from './guard-lists.ts';
import { copyTree, type GuardedTree } from './guarded-tree.ts';
import { runTests } from './run-tests.ts';

const secondsMax = Number(process.env['GUARD_SECONDS'] ?? 240);
const words = process.argv.slice(2);
const onlyNew = words.includes('--new');
const asked = words.filter((word) => !word.startsWith('--'));

const lists = await readGuardLists();
const chosen = lists.filter(({ name }) => asked.length === 0 || asked.some((word) => name.startsWith(word)));
const problems = chosen.flatMap((list) => list.guards.flatMap((guard) => problemOf(list, guard) ?? []));
if (chosen.length === 0 || problems.length > 0) {
  for (const problem of problems) console.error(problem);
  if (chosen.length === 0)
    console.error(`No such list; there are ${lists.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const data = mkdtempSync(path.join(tmpdir(), 'pid-guards-data-'));
const server = await startEmbeddedPostgres({
  dataDir: data,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
});
const tree = copyTree();
const rows = readRows();
const survivors: string[] = [];
const sound = new Map<string, string | null>();
let untried = 0;
try {
  for (const list of chosen) await tryList(list, tree);
} finally {
  tree.remove();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
for (const survivor of survivors) console.error(`No test misses ${survivor}`);
if (untried > 0)
  console.error(`${untried} guards could not be tried; \`npm run guards -- --new\` goes on with them.`);
process.exitCode = survivors.length + untried === 0 ? 0 : 1;

async function tryList(list: GuardList, guarded: GuardedTree): Promise<void> {
  const known = rows.get(list.name) ?? new Map<string, string>();
  rows.set(list.name, known);
  const due = list.guards.filter((guard) => !(onlyNew && known.has(keyOf(guard))));
  if (due.length === 0) return;
  console.log(`${list.name}: ${due.length} of ${list.guards.length}`);
  for (const guard of due) {
    const problem = await soundness(filtersOf(guard), guarded);
    const noticed = problem === null ? await notice(list, guard, guarded) : null;
    if (noticed === null) {
      console.log(`  to be tried again (${problem ?? `not over after ${secondsMax} s`}): ${guard.breaks}`);
      untried += 1;
      continue;
    }
    known.set(keyOf(guard), rowOf(guard, noticed));
    if (noticed === '**no test**') survivors.push(`${list.name}/${guard.file}: ${guard.find}`);
    console.log(`  ${noticed === '**no test**' ? 'NO TEST ' : ''}${guard.breaks} — ${noticed}`);
    writeRows(rows, lists);
  }
}

/** What is wrong with these tests before anything is taken away; asked once for the same tests. */
async function soundness(filters: readonly string[], guarded: GuardedTree): Promise<string | null> {
  const key = filters.join(' ');
  const known = sound.get(key);
  if (known !== undefined) return known;
  const outcome = await runTests(guarded.folder, filters, {
    databaseUrl: server.connectionString,
    seconds: secondsMax,
  });
  const problem =
    outcome.type === 'passed'
      ? null
      : outcome.type === 'late'
        ? 'tests too slow'
        : `fails as it is: ${outcome.test}`;
  sound.set(key, problem);
  return problem;
}

async function notice(list: GuardList, guard: Guard, guarded: GuardedTree): Promise<string | null> {
  if (guard.equivalent !== undefined) return `equivalent: ${guard.equivalent}`;
  const outcome = await guarded.without(list, guard, () =>
    runTests(guarded.folder, filtersOf(guard), { databaseUrl: server.connectionString, seconds: secondsMax }),
  );
  if (outcome.type === 'failed') return outcome.test;
  return outcome.type === 'late' ? null : '**no test**';
}
