import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import TestReport, {
  countTests,
  failedFiles,
  mergeReports,
  readReport,
  worthAnotherRun,
} from '../scripts/test-report.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'pid-report-'));
const target = path.join(folder, 'report.json');
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

type State = 'passed' | 'failed' | 'skipped' | 'queued';

const module = (file: string, state: State, tests: State[]) => ({
  relativeModuleId: file,
  state: () => state,
  children: { allTests: () => tests.map((each) => ({ result: () => ({ state: each }) })) },
});

/** What a run of these files leaves behind. */
function reportOf(modules: ReturnType<typeof module>[], errors = 0) {
  vi.stubEnv('PID_TEST_REPORT', target);
  new TestReport().onTestRunEnd(modules, Array.from({ length: errors }));
  return readReport(target);
}

describe('a run of the suite', () => {
  const first = reportOf([
    module('a.test.ts', 'passed', ['passed', 'skipped']),
    module('b.test.ts', 'failed', ['passed', 'failed', 'failed']),
    module('c.test.ts', 'failed', []),
    module('d.test.ts', 'queued', []),
  ]);

  it('counts a file that came to no test, or to no end, as a failure', () => {
    expect(countTests(first)).toEqual({ passed: 2, failed: 4, skipped: 1 });
    expect(failedFiles(first)).toEqual(['b.test.ts', 'c.test.ts', 'd.test.ts']);
  });

  it('runs what failed once more, and what fails twice has failed', () => {
    expect(worthAnotherRun(first)).toEqual(['b.test.ts', 'c.test.ts', 'd.test.ts']);
    const again = reportOf([
      module('b.test.ts', 'passed', ['passed', 'passed', 'passed']),
      module('c.test.ts', 'failed', ['passed', 'failed']),
      module('d.test.ts', 'passed', ['passed']),
    ]);
    expect(countTests(mergeReports(first, again))).toEqual({ passed: 6, failed: 1, skipped: 1 });
  });

  it('is as it was when the second run came to no end', () => {
    const again = readReport(path.join(folder, 'nothing.json'));
    expect(countTests(mergeReports(first, again))).toEqual({ passed: 2, failed: 5, skipped: 1 });
  });

  it('is not tried again when much is broken, or when something failed outside of all tests', () => {
    const many = Array.from({ length: 13 }, (_, index) => module(`${index}.test.ts`, 'failed', ['failed']));
    expect(worthAnotherRun(reportOf(many))).toEqual([]);
    expect(worthAnotherRun(reportOf(many.slice(1)))).toHaveLength(12);
    const hung = reportOf([module('b.test.ts', 'failed', ['failed'])], 1);
    expect(worthAnotherRun(hung)).toEqual([]);
    expect(countTests(hung)).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });
});
