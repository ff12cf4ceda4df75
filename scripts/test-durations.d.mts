import type { Report } from './test-report.mjs';

export interface Durations {
  readonly files: Readonly<Record<string, number>>;
  readonly tests: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const measuredFile: string;
export const committedFile: string;
export function readDurations(): Durations;
export function saveDurations(report: Report, options?: { commit?: boolean }): void;
export function longestFirst<T>(
  tests: readonly T[],
  durations: Pick<Durations, 'files'>,
  pathOf: (test: T) => string,
): T[];
export function slowestFiles(report: Report, count: number): Report['files'][number][];
