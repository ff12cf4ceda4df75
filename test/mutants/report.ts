import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './candidates.ts';
import type { Durations } from './test-plan.ts';

/**
 * `failed` and `timeout`: a test file did not end as it does without the mutant. `unclear`: the tests could
 * not be run to their end, which proves nothing.
 */
export type Outcome = 'failed' | 'timeout' | 'unclear' | 'undetected';

export interface Result {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  /** The first test that failed, or the file that exceeded its time limit. */
  readonly test: string | null;
  readonly seconds: number;
}

export type ListedMutant = Pick<
  Mutant,
  'slice' | 'file' | 'line' | 'operator' | 'before' | 'after' | 'occurrence'
>;

export function readListed(file: string): { seed: string; mutants: readonly ListedMutant[] } {
  return JSON.parse(readFileSync(file, 'utf8')) as { seed: string; mutants: ListedMutant[] };
}

export function writeResults(
  file: string,
  { seed, results, durations }: { seed: string; results: readonly Result[]; durations: Durations },
): void {
  const mutants = results.map(({ mutant, outcome, test, seconds }) => {
    const { slice, file: source, line, operator, before, after, occurrence } = mutant;
    return { slice, file: source, line, operator, before, after, occurrence, outcome, test, seconds };
  });
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify({ seed, mutants, files: Object.fromEntries(durations) }, null, 2)}\n`,
  );
}

export function isDetected({ outcome }: Pick<Result, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'timeout';
}

export function describe({ file, line, operator, before, after }: Mutant): string {
  return `${file}:${line} ${operator}: ${short(before)} → ${short(after)}`;
}

export function tableOf(results: readonly Result[]): string {
  const slices = [...new Set(results.map(({ mutant }) => mutant.slice))].toSorted();
  const rows = slices.map((slice) =>
    row(
      slice,
      results.filter(({ mutant }) => mutant.slice === slice),
    ),
  );
  const undetected = results.filter((result) => !isDetected(result));
  return [
    '| slice | mutants | detected | of these timeouts | undetected | unclear | median seconds |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    row('all', results),
    ...(undetected.length === 0 ? [] : ['', 'Undetected or unclear:']),
    ...undetected.map(({ mutant, outcome }) => `- ${describe(mutant)} (${outcome})`),
  ].join('\n');
}

function row(name: string, results: readonly Result[]): string {
  const count = (...outcomes: Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const seconds = results.map((result) => result.seconds).toSorted((left, right) => left - right);
  const cells = [
    name,
    results.length,
    count('failed', 'timeout'),
    count('timeout'),
    count('undetected'),
    count('unclear'),
    seconds[Math.floor(seconds.length / 2)]?.toFixed(0) ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `\`${line.length > 90 ? `${line.slice(0, 89)}…` : line}\``;
}
