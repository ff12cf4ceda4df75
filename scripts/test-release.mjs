// `npm run test:release [-- step …]`: everything. The tests of every change, those that only a release needs, faults, the cluster's
// journeys, long searches and mutants. On Debian as root it installs the programs that tests need.
import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './run.mjs';
import { test } from './test.mjs';

/**
 * Random cases for each search of `npm run deep`, and purchases of each fault test. The commands use larger
 * numbers when they run alone.
 */
const searches = 300;
const purchases = 300;
/** Random mutants of the service, which are only reported, and mutations of the wallet program. */
const randomMutants = 20;
const programMutations = 40;

const folder = mkdtempSync(path.join(tmpdir(), 'pid-release-'));
process.env.PID_TEST_TIER = 'release';
process.env.PID_TEST_SKIPPED = path.join(folder, 'skipped');
process.env.PID_FAULT_PURCHASES ??= String(purchases);

const steps = {
  tests: () => test(['all', 'release', 'sbpf v3']),
  faults: () => script('faults.mjs'),
  cluster: () => script('cluster.mjs'),
  deep: () => script('deep.mjs', String(searches)),
  mutants,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`Unknown step ${unknown.join(', ')}. The steps are ${Object.keys(steps).join(', ')}.`);
  process.exit(1);
}

if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  await run('apt-get', ['update', '-qq'], { quiet: true });
const results = [];
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n=== ${name}`);
  const begun = performance.now();
  const passed = await step();
  results.push({ name, passed, minutes: ((performance.now() - begun) / 60_000).toFixed(1) });
}

console.log('\n=== Release tier');
for (const { name, passed, minutes } of results)
  console.log(`${name}: ${passed ? 'passed' : 'FAILED'} in ${minutes} minutes`);
const skipped = existsSync(process.env.PID_TEST_SKIPPED)
  ? [...new Set(readFileSync(process.env.PID_TEST_SKIPPED, 'utf8').trim().split('\n'))]
  : [];
console.log(skipped.length === 0 ? 'No test was skipped.' : `Skipped:\n  ${skipped.join('\n  ')}`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

/** An undetected marked mutant fails the step; an undetected random one does not, because it may change no behaviour. */
async function mutants() {
  const seed = String(randomInt(2 ** 32));
  const runner = ['test/mutants/run.ts', '--json'];
  const marked = await tsx(...runner, 'test-results/mutants-marked.json', '--marked');
  const random = await tsx(...runner, 'test-results/mutants-random.json', seed, String(randomMutants));
  return (await mutateProgram()) && marked && random;
}

async function mutateProgram() {
  // The compiler is unpacked from Debian's packages.
  if (existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg'))
    return tsx('packages/program/bench/mutate.ts', '--sample', String(programMutations));
  appendFileSync(
    process.env.PID_TEST_SKIPPED,
    'mutations of the wallet program (skipped: no apt-get, no dpkg)\n',
  );
  return true;
}

async function tsx(...args) {
  const { code } = await run('tsx', args);
  return code === 0;
}

async function script(name, ...args) {
  const { code } = await run(process.execPath, [path.join('scripts', name), ...args]);
  return code === 0;
}
