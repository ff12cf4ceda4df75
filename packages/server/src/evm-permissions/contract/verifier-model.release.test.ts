// Compares the verifier's bytecode with its twin in TypeScript, over random sequences of owner changes,
// approvals, calls, revocations and clock jumps, both valid and malicious. `npm run deep verifier` runs many
// more sequences.
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { runCount, searchLimits } from '../../../../../test/support/searches.ts';
import { checkAccount } from './testing/model/invariants.ts';
import { runStep } from './testing/model/run-step.ts';
import { beginModel, openStage } from './testing/model/state.ts';
import type { Model, Stage } from './testing/model/state.ts';
import { PERMISSIONS, step, terms } from './testing/model/steps.ts';
import type { Step } from './testing/model/steps.ts';

const SEQUENCES = runCount(15, 40);
/** A chain grows slower as its state grows, so a new one is started after this many sequences. */
const SEQUENCES_PER_STAGE = 200;
const STEPS_MIN = 5;
const STEPS_MAX = 12;
const EVERY_KIND = ['approve', 'call', 'jump', 'revoke', 'setOwner', 'spend'];

class Command implements fc.AsyncCommand<Model, Stage> {
  readonly step: Step;
  constructor(what: Step) {
    this.step = what;
  }
  check(): boolean {
    return true;
  }
  run(model: Model, stage: Stage): Promise<void> {
    return runStep(stage, model, this.step);
  }
  toString(): string {
    return JSON.stringify(this.step, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
  }
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});

test(
  'the contract returns exactly the errors that its twin predicts, and no limit is ever exceeded',
  searchLimits,
  async () => {
    let sequences = 0;
    const counted = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(terms, { minLength: PERMISSIONS, maxLength: PERMISSIONS }),
        fc.array(
          step.map((what) => new Command(what)),
          { minLength: STEPS_MIN, maxLength: STEPS_MAX, size: 'max' },
        ),
        async (permissions, commands) => {
          sequences += 1;
          if (sequences % SEQUENCES_PER_STAGE === 0) stage = await openStage();
          const real = stage;
          const model = await beginModel(real, permissions);
          // Account 0 starts with an owner and approved permissions. The other account starts with neither.
          await runStep(real, model, { kind: 'setOwner', account: 0, key: 0, origin: 0 });
          for (const permission of permissions.keys())
            await runStep(real, model, {
              kind: 'approve',
              account: 0,
              permission,
              key: null,
              flaw: null,
              at: 0,
            });
          await fc.asyncModelRun(() => ({ model, real }), commands);
          for (const account of model.accounts) await checkAccount(real, model, account);
          for (const [kind, times] of model.succeeded) counted.set(kind, (counted.get(kind) ?? 0) + times);
        },
      ),
      { numRuns: SEQUENCES },
    );
    expect(sequences).toBeGreaterThanOrEqual(SEQUENCES);
    // Each kind of step must have succeeded at least once: a run of refusals alone would prove little.
    if (SEQUENCES >= 40) expect([...counted.keys()].toSorted()).toEqual(EVERY_KIND);
    if (process.env['PID_TEST_RUNS'] !== undefined)
      process.stdout.write(
        `${sequences} sequences, effects: ${JSON.stringify(Object.fromEntries(counted))}\n`,
      );
  },
);
