import { readFileSync, writeFileSync } from 'node:fs';

/** More failed files than this indicate a real fault instead of a busy machine. */
const RERUN_MAX = 2;

/**
 * A vitest reporter that writes the outcome and duration of each file and test, and the number of errors
 * outside of tests.
 */
export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map(describeFile);
    writeFileSync(process.env.PID_TEST_REPORT, JSON.stringify({ files, errors: unhandledErrors.length }));
  }
}

function describeFile(module) {
  const tests = [...module.children.allTests()];
  const count = (state) => tests.filter((test) => test.result().state === state).length;
  const ended = module.state() === 'passed' || module.state() === 'skipped';
  const { duration = 0, collectDuration = 0, setupDuration = 0 } = module.diagnostic();
  return {
    file: module.relativeModuleId,
    passed: count('passed'),
    skipped: count('skipped'),
    failed: count('failed') || (ended ? 0 : 1),
    reason: reasonOf(module, tests),
    seconds: seconds(duration + collectDuration + setupDuration),
    tests: Object.fromEntries(
      tests.map((test) => [test.fullName, seconds(test.diagnostic()?.duration ?? 0)]),
    ),
  };
}

/** The first failure of a file, as one line. */
function reasonOf(module, tests) {
  const failed = tests.find((test) => test.result().state === 'failed');
  const message = (failed?.result().errors ?? module.errors())[0]?.message?.split('\n')[0];
  if (failed) return `${failed.fullName}: ${message ?? 'failed'}`;
  return message ?? '';
}

function seconds(millis) {
  return Math.round(millis) / 1000;
}

/** Returns an empty report with one error if the run did not finish. */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { files: [], errors: 1 };
  }
}

export function failedFiles({ files }) {
  return [...new Set(files.filter(({ failed }) => failed > 0).map(({ file }) => file))];
}

/**
 * Files to run a second time without parallelism: at most two, and only if there was no error outside of the
 * tests.
 */
export function worthAnotherRun(report) {
  const failed = failedFiles(report);
  return report.errors === 0 && failed.length <= RERUN_MAX ? failed : [];
}

/** Merges both runs. For a file that ran twice, the second outcome counts. */
export function mergeReports(first, again) {
  const names = new Set(again.files.map(({ file }) => file));
  return {
    files: [...first.files.filter(({ file }) => !names.has(file)), ...again.files],
    errors: first.errors + again.errors,
  };
}

/** Files that failed in the first run and passed in the second, each with the reason of the failure. */
export function flakyFiles(first, again) {
  const failedAgain = new Set(failedFiles(again));
  return first.files
    .filter(({ file, failed }) => failed > 0 && !failedAgain.has(file))
    .map(({ file, reason }) => `flaky: ${file}: ${reason}`);
}

export function countTests({ files, errors }) {
  const sum = (kind) => files.reduce((total, each) => total + each[kind], 0);
  return { passed: sum('passed'), failed: sum('failed') + errors, skipped: sum('skipped') };
}
