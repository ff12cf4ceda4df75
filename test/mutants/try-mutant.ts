import type { Mutant } from './candidates.ts';
import type { Change } from './copy-tree.ts';
import { applyEdit } from './edit.ts';
import type { FileResult } from './lane-process.ts';
import type { Lane } from './lane.ts';
import type { Result } from './report.ts';
import { inOrder, type Durations, type TestPlan } from './test-plan.ts';

/** Results of the tests without a mutant; shared by the lanes. */
export interface KnownTests {
  readonly durations: Durations;
  /** Files that were run without a mutant, and whether they passed. */
  readonly soundness: Map<string, boolean>;
  /** Called once for each file that fails without a mutant. */
  readonly onUnsound: (file: string) => void;
}

type Verdict = Pick<Result, 'outcome' | 'test'>;

/** Runs the tests of a slice without a mutant. Tests that fail are not used. */
export async function proveSound(lane: Lane, files: readonly string[], known: KnownTests): Promise<void> {
  const unknown = files.filter((file) => !known.soundness.has(file));
  if (unknown.length === 0) return;
  const limitSeconds = () => 600;
  await lane.run({ filters: unknown, limitSeconds, bails: false, onFile: (result) => learn(result, known) });
  for (const file of unknown) if (!known.soundness.has(file)) markUnsound(file, known);
}

export async function tryMutant(
  lane: Lane,
  mutant: Mutant,
  plan: TestPlan,
  known: KnownTests,
): Promise<Result> {
  const startMillis = Date.now();
  const verdict = await verdictOn(lane, mutant, plan, known);
  return { mutant, ...verdict, seconds: Math.round((Date.now() - startMillis) / 100) / 10 };
}

async function verdictOn(lane: Lane, mutant: Mutant, plan: TestPlan, known: KnownTests): Promise<Verdict> {
  const change: Change = { file: mutant.file, edit: (text) => applyEdit(text, mutant) };
  let files = inOrder(plan, mutant.file, known.durations);
  let deaths = 0;
  for (;;) {
    files = files.filter((file) => known.soundness.get(file) !== false);
    if (files.length === 0) return { outcome: 'undetected', test: null };
    const ended: string[] = [];
    const outcome = await lane.runWith(change, {
      filters: files,
      limitSeconds: (file) => limitOf(file, known),
      onFile: (result) => {
        ended.push(result.file);
        if (!result.hasFailed && !known.durations.has(result.file))
          known.durations.set(result.file, result.seconds);
      },
    });
    if (outcome.type === 'passed') return { outcome: 'undetected', test: null };
    if (outcome.type === 'died') {
      deaths += 1;
      if (deaths > 1) return { outcome: 'unclear', test: null };
      continue;
    }
    const suspect = outcome.type === 'failed' ? outcome.file : files[ended.length];
    // An error outside of any test file can have another cause than the mutant.
    if (!suspect) return { outcome: 'unclear', test: outcome.type === 'failed' ? outcome.test : null };
    const limitSeconds = limitOf(suspect, known);
    await proveSound(lane, [suspect], known);
    if (known.soundness.get(suspect) === true) {
      if (outcome.type === 'failed') return { outcome: 'failed', test: outcome.test };
      if (known.durations.get(suspect)! <= limitSeconds) return { outcome: 'timeout', test: suspect };
      // The file takes longer than was known, also without the mutant: try again with the right limit.
      files = files.slice(files.indexOf(suspect));
    } else files = files.slice(files.indexOf(suspect) + 1);
  }
}

/** Generous, because other work may slow the machine down; one minute covers the start of a worker. */
function limitOf(file: string, { durations }: KnownTests): number {
  return 60 + 4 * (durations.get(file) ?? 45);
}

function learn({ file, seconds, hasFailed }: FileResult, known: KnownTests): void {
  if (hasFailed) return markUnsound(file, known);
  known.soundness.set(file, true);
  known.durations.set(file, seconds);
}

function markUnsound(file: string, known: KnownTests): void {
  known.soundness.set(file, false);
  known.onUnsound(file);
}
