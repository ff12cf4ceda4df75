import { readFileSync, writeFileSync } from 'node:fs';

/** More files than these do not fail because a machine was busy. */
const RERUN_MAX = 12;

/** vitest's reporter: what became of each file, and how often something failed outside of all tests. */
export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map((module) => {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const count = (state) => states.filter((each) => each === state).length;
      const ended = module.state() === 'passed' || module.state() === 'skipped';
      const failed = count('failed') || (ended ? 0 : 1);
      return { file: module.relativeModuleId, passed: count('passed'), skipped: count('skipped'), failed };
    });
    writeFileSync(process.env.PID_TEST_REPORT, JSON.stringify({ files, errors: unhandledErrors.length }));
  }
}

/** Nothing where the run came to no end. */
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

/** Files to be run once more, by themselves: few enough to be a busy machine's, and nothing else went wrong. */
export function worthAnotherRun(report) {
  const failed = failedFiles(report);
  return report.errors === 0 && failed.length <= RERUN_MAX ? failed : [];
}

/** The report of both runs: what was run again counts as it ended then. */
export function mergeReports(first, again) {
  const names = new Set(again.files.map(({ file }) => file));
  return {
    files: [...first.files.filter(({ file }) => !names.has(file)), ...again.files],
    errors: first.errors + again.errors,
  };
}

export function countTests({ files, errors }) {
  const sum = (kind) => files.reduce((total, each) => total + each[kind], 0);
  return { passed: sum('passed'), failed: sum('failed') + errors, skipped: sum('skipped') };
}
