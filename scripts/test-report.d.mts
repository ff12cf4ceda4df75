export interface Report {
  readonly files: readonly { file: string; passed: number; skipped: number; failed: number }[];
  /** Failures outside of all tests. */
  readonly errors: number;
}

interface TestFile {
  readonly relativeModuleId: string;
  state(): string;
  readonly children: { allTests(): Iterable<{ result(): { state: string } }> };
}

export default class TestReport {
  onTestRunEnd(modules: readonly TestFile[], unhandledErrors: readonly unknown[]): void;
}

export function readReport(path: string): Report;
export function failedFiles(report: Report): string[];
export function worthAnotherRun(report: Report): string[];
export function mergeReports(first: Report, again: Report): Report;
export function countTests(report: Report): { passed: number; failed: number; skipped: number };
