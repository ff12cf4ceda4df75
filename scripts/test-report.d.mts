export interface FileReport {
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
  readonly failed: number;
  /** The first failure, in one line. */
  readonly reason: string;
  readonly seconds: number;
  /** Seconds of each test. */
  readonly tests: Readonly<Record<string, number>>;
}

export interface Report {
  readonly files: readonly FileReport[];
  /** Failures outside of all tests. */
  readonly errors: number;
}

interface Test {
  readonly fullName: string;
  result(): { state: string; errors?: readonly { message: string }[] };
  diagnostic(): { duration: number } | undefined;
}

interface TestFile {
  readonly relativeModuleId: string;
  state(): string;
  errors(): readonly { message: string }[];
  diagnostic(): { duration?: number; collectDuration?: number; setupDuration?: number };
  readonly children: { allTests(): Iterable<Test> };
}

export default class TestReport {
  onTestRunEnd(modules: readonly TestFile[], unhandledErrors: readonly unknown[]): void;
}

export function readReport(path: string): Report;
export function failedFiles(report: Report): string[];
export function worthAnotherRun(report: Report): string[];
export function mergeReports(first: Report, again: Report): Report;
export function flakyFiles(first: Report, again: Report): string[];
export function countTests(report: Report): { passed: number; failed: number; skipped: number };
