// `npm test`: everything that proves the product, in the order that fails fastest. Arguments go to vitest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { run } from './run.mjs';

const selection = process.argv.slice(2);
console.log('1/4 Build');
await build();
console.log('2/4 Types, lint, format, dead code');
const sound = selection.length > 0 || (await check());
console.log('3/4 Browser');
const browser = await ensureBrowser();
console.log('4/4 Tests');
const folder = mkdtempSync(path.join(tmpdir(), 'pid-report-'));
const report = path.join(folder, 'report.json');
const { code } = await run(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...selection],
  { env: browser ? { PID_TEST_CHROMIUM: browser } : {} },
);
const { passed, failed, skipped } = count(report);
rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed + (sound ? 0 : 1)} failed, ${skipped} skipped`);
process.exitCode = code === 0 && sound && passed > 0 ? 0 : 1;

function count(file) {
  try {
    const {
      numPassedTests,
      numFailedTests,
      numPendingTests,
      numTodoTests = 0,
      numFailedTestSuites,
    } = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: numPassedTests,
      failed: numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites)),
      skipped: numPendingTests + numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
