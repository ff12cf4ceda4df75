import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { longestFirst, slowestFiles } from '../scripts/test-durations.mjs';
import TestReport, {
  countTests,
  failedFiles,
  flakyFiles,
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

const module = (file: string, state: State, tests: State[], millis = 0) => ({
  relativeModuleId: file,
  state: () => state,
  errors: () => [{ message: 'no such module\nat line 1' }],
  diagnostic: () => ({ duration: millis, collectDuration: 250, setupDuration: 0 }),
  children: {
    allTests: () =>
      tests.map((each, index) => ({
        fullName: `test ${index}`,
        result: () => ({ state: each, errors: [{ message: 'expected 1 to be 2\nat line 1' }] }),
        diagnostic: () => ({ duration: 1500 }),
      })),
  },
});

/** The report of a run of these files. */
function reportOf(modules: ReturnType<typeof module>[], errors = 0) {
  vi.stubEnv('PID_TEST_REPORT', target);
  new TestReport().onTestRunEnd(modules, Array.from({ length: errors }));
  return readReport(target);
}

describe('the report of a test run', () => {
  const first = reportOf([
    module('a.test.ts', 'passed', ['passed', 'skipped'], 4000),
    module('b.test.ts', 'failed', ['passed', 'failed', 'failed']),
    module('c.test.ts', 'failed', []),
  ]);

  it('counts a file without tests, or that did not finish, as a failure', () => {
    const unfinished = reportOf([module('d.test.ts', 'queued', [])]);
    expect(countTests(unfinished)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countTests(first)).toEqual({ passed: 2, failed: 3, skipped: 1 });
    expect(failedFiles(first)).toEqual(['b.test.ts', 'c.test.ts']);
  });

  it('stores the duration of every file and test, and lists the slowest files', () => {
    expect(first.files[0]).toMatchObject({ seconds: 4.25, tests: { 'test 0': 1.5, 'test 1': 1.5 } });
    expect(slowestFiles(first, 2).map(({ file }) => file)).toEqual(['a.test.ts', 'b.test.ts']);
  });

  it('counts the second result of a file that was run again', () => {
    expect(worthAnotherRun(first)).toEqual(['b.test.ts', 'c.test.ts']);
    const again = reportOf([
      module('b.test.ts', 'passed', ['passed', 'passed', 'passed']),
      module('c.test.ts', 'failed', ['passed', 'failed']),
    ]);
    expect(countTests(mergeReports(first, again))).toEqual({ passed: 5, failed: 1, skipped: 1 });
  });

  it('lists each file that passed only the second time, with the reason of its failure', () => {
    const again = reportOf([
      module('b.test.ts', 'passed', ['passed', 'passed', 'passed']),
      module('c.test.ts', 'passed', ['passed']),
    ]);
    expect(flakyFiles(first, again)).toEqual([
      'flaky: b.test.ts: test 1: expected 1 to be 2',
      'flaky: c.test.ts: no such module',
    ]);
  });

  it('keeps the failures of the first run when the second did not finish', () => {
    const again = readReport(path.join(folder, 'nothing.json'));
    expect(countTests(mergeReports(first, again))).toEqual({ passed: 2, failed: 4, skipped: 1 });
  });

  it('allows no second run for more than two files, or after an error outside of tests', () => {
    const many = Array.from({ length: 3 }, (_, index) => module(`${index}.test.ts`, 'failed', ['failed']));
    expect(worthAnotherRun(reportOf(many))).toEqual([]);
    expect(worthAnotherRun(reportOf(many.slice(1)))).toHaveLength(2);
    const hung = reportOf([module('b.test.ts', 'failed', ['failed'])], 1);
    expect(worthAnotherRun(hung)).toEqual([]);
    expect(countTests(hung)).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });
});

describe('the order of files', () => {
  it('starts with the longest file, and treats an unknown file as average', () => {
    const files = { 'short.ts': 1, 'long.ts': 50, 'middle.ts': 30 };
    expect(longestFirst(['short.ts', 'new.ts', 'middle.ts', 'long.ts'], { files }, (file) => file)).toEqual([
      'long.ts',
      'middle.ts',
      'new.ts',
      'short.ts',
    ]);
  });
});
