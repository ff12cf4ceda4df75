/**
 * `npm run guards [-- --new] [slice …]`: takes the guards of the service away one by one and runs the tests that should miss them.
 * Writes docs/service-guards.md after each, so that it can be stopped at any time; `--new` goes on where it stopped,
 * and tries again what no test missed.
 */
import type { Guard } from '../../packages/server/src/guard.ts';
import { keyOf, readRows, rowOf, writeRows } from './document.ts';
import { changeOf, filtersOf, problemOf, readGuardLists, type GuardList } from './guard-lists.ts';
import { openLane, type Lane } from './lane.ts';

const secondsMax = Number(process.env['GUARD_SECONDS'] ?? 240);
const laneCount = Number(process.env['GUARD_LANES'] ?? 2);
const words = process.argv.slice(2);
const strange = words.find((word) => word.startsWith('-') && word !== '--new');
if (strange !== undefined) {
  console.error('npm run guards [-- --new] [slice …]');
  process.exit(strange === '--help' ? 0 : 2);
}
const onlyNew = words.includes('--new');
const asked = words.filter((word) => !word.startsWith('--'));

const noTest = '**no test**';

const lists = await readGuardLists();
const chosen =
  asked.length === 0
    ? lists
    : [...new Set(asked.flatMap((word) => lists.filter(({ name }) => name.startsWith(word))))];
const problems = chosen.flatMap((list) => list.guards.flatMap((guard) => problemOf(list, guard) ?? []));
if (chosen.length === 0 || problems.length > 0) {
  for (const problem of problems) console.error(problem);
  if (chosen.length === 0)
    console.error(`No such list; there are ${lists.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const rows = readRows();
const survivors: string[] = [];
let untried = 0;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopping = true));
const queue = [...chosen];
await Promise.all(Array.from({ length: Math.min(laneCount, queue.length) }, tryQueue));
for (const survivor of survivors) console.error(`No test misses ${survivor}`);
if (untried > 0)
  console.error(`${untried} guards could not be tried; \`npm run guards -- --new\` goes on with them.`);
process.exitCode = survivors.length + untried === 0 ? 0 : 1;

async function tryQueue(): Promise<void> {
  const lane = await openLane({ seconds: secondsMax });
  try {
    for (let list = queue.shift(); list && !isStopping; list = queue.shift()) await tryList(list, lane);
  } finally {
    await lane.close();
  }
}

async function tryList(list: GuardList, lane: Lane): Promise<void> {
  const known = rows.get(list.name) ?? new Map<string, string>();
  rows.set(list.name, known);
  const due = list.guards.filter((guard) => !onlyNew || (known.get(keyOf(guard)) ?? noTest).includes(noTest));
  if (due.length === 0) return;
  console.log(`${list.name}: ${due.length} of ${list.guards.length}`);
  const areSound = await soundness(due, lane);
  for (const guard of due) {
    if (isStopping) return;
    const problem = guard.equivalent === undefined ? await areSound(guard) : null;
    const noticed = problem === null ? await notice(list, guard, lane) : null;
    if (noticed === null) {
      console.log(`  to be tried again (${problem ?? `not over after ${secondsMax} s`}): ${guard.breaks}`);
      untried += 1;
      continue;
    }
    known.set(keyOf(guard), rowOf(guard, noticed));
    if (noticed === noTest) survivors.push(`${list.name}/${guard.file}: ${guard.find}`);
    console.log(`  ${noticed === noTest ? 'NO TEST ' : ''}${guard.breaks} — ${noticed}`);
    writeRows(rows, lists);
  }
}

/** What is wrong with a guard's tests before anything is taken away: all at once when they all pass, else each by itself. */
async function soundness(
  due: readonly Guard[],
  lane: Lane,
): Promise<(guard: Guard) => Promise<string | null>> {
  const filters = due.filter(({ equivalent }) => equivalent === undefined).flatMap(filtersOf);
  const areAll =
    filters.length === 0 || (await lane.run({ filters: [...new Set(filters)] })).type === 'passed';
  const known = new Map<string, string | null>();
  return async (guard) => {
    if (areAll) return null;
    const key = filtersOf(guard).join(' ');
    const problem = known.get(key) ?? (known.has(key) ? null : await problemOfTests(filtersOf(guard), lane));
    known.set(key, problem);
    return problem;
  };
}

async function problemOfTests(filters: readonly string[], lane: Lane): Promise<string | null> {
  const outcome = await lane.run({ filters });
  if (outcome.type === 'passed') return null;
  return outcome.type === 'failed' ? `fails as it is: ${outcome.test}` : 'tests too slow';
}

async function notice(list: GuardList, guard: Guard, lane: Lane): Promise<string | null> {
  if (guard.equivalent !== undefined) return `equivalent: ${guard.equivalent}`;
  const outcome = await lane.runWith(changeOf(list, guard), { filters: filtersOf(guard) });
  if (outcome.type === 'failed') return outcome.test;
  return outcome.type === 'passed' ? noTest : null;
}
