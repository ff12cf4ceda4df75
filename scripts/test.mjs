// `npm test`: everything that proves the product, in the order that fails fastest. Arguments go to vitest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { run } from './run.mjs';
import { countTests, failedFiles, mergeReports, readReport, worthAnotherRun } from './test-report.mjs';

const selection = process.argv.slice(2);
console.log('1/4 Build');
await build();
console.log('2/4 Types, lint, format, dead code');
const sound = selection.length > 0 || (await check());
console.log('3/4 Browser');
const browser = await ensureBrowser();
console.log('4/4 Tests');
const first = await runTests(selection);
const doubtful = worthAnotherRun(first);
const whole = doubtful.length > 0 ? mergeReports(first, await runAgain(doubtful)) : first;
const { passed, failed, skipped } = countTests(whole);
console.log(`\n${passed} passed, ${failed + (sound ? 0 : 1)} failed, ${skipped} skipped`);
process.exitCode = failed === 0 && sound && passed > 0 ? 0 : 1;

async function runTests(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-report-'));
  const file = path.join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=./scripts/test-report.mjs'];
  const { code } = await run('vitest', ['run', ...reporters, ...args], {
    env: { PID_TEST_REPORT: file, ...(browser ? { PID_TEST_CHROMIUM: browser } : {}) },
  });
  const report = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  // What ended badly for a reason that no file has is a failure as well.
  return code === 0 || failedFiles(report).length > 0 ? report : { ...report, errors: report.errors || 1 };
}

/** On a machine that others use too a browser may miss its moment. What fails twice has failed; what failed once is named. */
async function runAgain(files) {
  console.log(`\nOnce more, one after the other:\n  ${files.join('\n  ')}\n`);
  const report = await runTests([...files, '--no-file-parallelism']);
  const still = new Set(failedFiles(report));
  const passed = files.filter((file) => !still.has(file));
  if (passed.length > 0) console.log(`\nFailed once and passed by themselves: ${passed.join(', ')}`);
  return report;
}
