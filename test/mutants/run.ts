/**
 * `npm run mutants -- [seed] [count]`: changes one rule of the sources at a time in a copy of the tree and runs the tests of its
 * slice, then the journeys that use the slice, until one fails. The same seed and sources give the same mutants. Undetected
 * mutants are reported and do not fail the run, because some mutants change no behaviour.
 * `npm run mutants -- --marked [path]`: tries the mutants that are marked in the sources (marks.ts). An undetected one fails the run.
 */
import { readDurations } from '../../scripts/test-durations.mjs';
import { chooseMutants, identityOf, mutantsOf, readSources, sliceNames, type Mutant } from './candidates.ts';
import { openLane } from './lane.ts';
import { markedOperator, readMarked } from './marks.ts';
import { parseOptions, usage, type Options } from './options.ts';
import { describe, isDetected, readListed, tableOf, writeResults, type Result } from './report.ts';
import { planOf, planOfMarked } from './test-plan.ts';
import { proveSound, tryMutant, type KnownTests } from './try-mutant.ts';

const options = readOptions();
const mutants = chooseWanted(options);
const seed = options.only === null ? options.seed : readListed(options.only).seed;
const isMarked = options.marked !== null;
const startMillis = Date.now();
const results: Result[] = [];
const known: KnownTests = {
  durations: new Map(Object.entries(readDurations().files)),
  soundness: new Map(),
  onUnsound: (file) => console.log(`Not used, because it fails without a mutant: ${file}`),
};
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopping = true));

const slices = [...new Set(mutants.map(({ slice }) => slice))];
const queue = [...slices];
const origin = isMarked ? 'Marked' : `Seed ${seed}`;
console.log(`${origin}: ${mutants.length} mutants in ${slices.length} slices.`);
await Promise.all(Array.from({ length: Math.min(options.lanes, slices.length) }, tryQueue));
console.log(`\n${tableOf(results)}`);
const required = mutants.filter(({ operator }) => operator === markedOperator);
const detected = new Set(results.filter(isDetected).map(({ mutant }) => mutant));
if (isMarked && required.length === 0) process.exitCode = 1;
if (required.some((mutant) => !detected.has(mutant))) process.exitCode = 1;

/** Works slice by slice, so that a lane runs the tests of a slice without a mutant only once. */
async function tryQueue(): Promise<void> {
  const lane = await openLane({ seconds: 600, withRelease: options.withRelease });
  try {
    for (let slice = queue.shift(); slice && !isStopping; slice = queue.shift()) {
      // A slice has few marks. For them only a test that fails is run again without the mutant.
      if (!isMarked) await proveSound(lane, planOf(slice, options).own, known);
      for (const mutant of mutants) {
        if (isStopping) return;
        if (mutant.slice === slice)
          report(await tryMutant(lane, mutant, planOfMarked(mutant, options), known));
      }
    }
  } finally {
    await lane.close();
  }
}

function report(result: Result): void {
  results.push(result);
  const { mutant, outcome, test, seconds } = result;
  const minutes = Math.round((Date.now() - startMillis) / 60_000);
  const verdict =
    outcome === 'undetected'
      ? 'UNDETECTED'
      : `${isDetected(result) ? outcome : 'UNCLEAR'}: ${test ?? 'no test named'}`;
  console.log(
    `[${results.length}/${mutants.length}, ${minutes} min] ${seconds} s ${describe(mutant)} — ${verdict}`,
  );
  if (options.json !== null) writeResults(options.json, { seed, results, durations: known.durations });
}

function chooseWanted({ seed: given, count, slice, only, marked }: Options): Mutant[] {
  if (marked !== null) return readMarked(marked).filter((mutant) => slice === null || mutant.slice === slice);
  if (only !== null) return listedIn(only, slice);
  return chooseMutants((slice === null ? sliceNames() : [slice]).flatMap(readSources), given, count);
}

function listedIn(file: string, slice: string | null): Mutant[] {
  const listed = readListed(file).mutants.filter((mutant) => slice === null || mutant.slice === slice);
  const present = new Map(
    sliceNames()
      .flatMap(readSources)
      .flatMap(mutantsOf)
      .concat(readMarked())
      .map((mutant) => [identityOf(mutant), mutant]),
  );
  return listed.flatMap((mutant) => {
    const found = present.get(identityOf(mutant));
    if (!found) console.log(`No longer in the sources: ${mutant.file}:${mutant.line} ${mutant.before}`);
    return found ?? [];
  });
}

function readOptions(): Options {
  try {
    const parsed = parseOptions(process.argv.slice(2));
    if (parsed.slice === null || sliceNames().includes(parsed.slice)) return parsed;
    throw new Error(`There is no slice ${parsed.slice}; there are ${sliceNames().join(', ')}.`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return process.exit(2);
  }
}
