// `npm test`: runs the tests of every change. Arguments are passed to vitest. `npm run test:release` runs
// everything.
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { buildAndCheck } from './check.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { processorSeconds } from './processor-time.mjs';
import { run } from './run.mjs';
import { saveDurations, slowestFiles } from './test-durations.mjs';
import {
  countTests,
  failedFiles,
  flakyFiles,
  mergeReports,
  readReport,
  worthAnotherRun,
} from './test-report.mjs';

/** Builds, checks, and runs these projects of vitest.config.ts. Resolves to true if everything passed. */
export async function test(projects, selection = []) {
  const begun = performance.now();
  const args = selection.filter((arg) => arg !== '--save-durations');
  console.log('1/2 Browser, build, types, lint, format, dead code');
  const [browser, isSound] = await Promise.all([
    ensureBrowser(),
    args.length > 0 ? build().then(() => true) : buildAndCheck(),
  ]);
  if (browser) process.env.PID_TEST_CHROMIUM = browser;
  // One seed for the whole run, so that a repeated file gets the same random cases.
  process.env.PID_TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`2/2 Tests (PID_TEST_SEED=${process.env.PID_TEST_SEED})`);
  const names = projects.flatMap((name) => ['--project', name]);
  const first = await runTests([...names, ...args]);
  const doubtful = worthAnotherRun(first);
  const whole = doubtful.length > 0 ? mergeReports(first, await runAgain(names, first, doubtful)) : first;
  saveDurations(whole, { commit: selection.includes('--save-durations') });
  printTimes(whole, (performance.now() - begun) / 1000);
  const { passed, failed, skipped } = countTests(whole);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (!isSound) console.log('The checks before the tests failed.');
  return failed === 0 && isSound && passed > 0;
}

async function runTests(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-report-'));
  const file = path.join(folder, 'report.json');
  const reporters = [
    'default',
    ...['failed-tests', 'skipped-tests', 'test-report'].map((name) => `./scripts/${name}.mjs`),
  ];
  const { code } = await run('vitest', ['run', ...reporters.map((name) => `--reporter=${name}`), ...args], {
    env: { PID_TEST_REPORT: file },
  });
  const report = readReport(file);
  databaseSeconds += readDatabaseSeconds(file);
  rmSync(folder, { recursive: true, force: true });
  // A run can also fail without a failed file.
  return code === 0 || failedFiles(report).length > 0 ? report : { ...report, errors: report.errors || 1 };
}

/**
 * The second run hides no fault: at most two files are repeated, each is printed with its failure, and a
 * second failure counts.
 */
async function runAgain(names, first, files) {
  console.log(`\nRunning again without parallelism:\n  ${files.join('\n  ')}\n`);
  const again = await runTests([...names, ...files, '--no-file-parallelism']);
  for (const line of flakyFiles(first, again)) console.log(line);
  return again;
}

/**
 * PostgreSQL is not a child process of the runner; packages/server/test/global-setup.ts writes its processor
 * time next to the report.
 */
let databaseSeconds = 0;

function readDatabaseSeconds(report) {
  const file = `${report}.database-seconds`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

function printTimes(report, wallSeconds) {
  console.log('\nSlowest files:');
  for (const { file, seconds } of slowestFiles(report, 20))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const files = report.files.reduce((sum, { seconds }) => sum + seconds, 0);
  const processor = processorSeconds();
  const used =
    processor === undefined
      ? 'processor time unknown'
      : `processor time ${minutes(processor + databaseSeconds)} (${minutes(databaseSeconds)} of it PostgreSQL)`;
  console.log(`\nWall time ${minutes(wallSeconds)}, files ${minutes(files)}, ${used}`);
}

function minutes(seconds) {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await test(['all'], process.argv.slice(2))) ? 0 : 1;
