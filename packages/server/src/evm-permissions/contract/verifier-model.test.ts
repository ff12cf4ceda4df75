// The verifier's bytecode against its twin in TypeScript: sequences of owners, approvals, calls, revocations and jumps of the clock,
// honest and hostile. `npm run deep verifier` runs very many of them.
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
/** State adds up in a chain; a new one now and then keeps it quick. */
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
  'the contract answers as its twin, to the very error, and no limit is ever passed',
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
          // One account has its owner and its permissions from the beginning; the other has to come by them.
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
    // Refusals alone would prove little.
    if (SEQUENCES >= 40) expect([...counted.keys()].toSorted()).toEqual(EVERY_KIND);
    if (process.env['PID_TEST_RUNS'] !== undefined)
      process.stdout.write(
        `${sequences} sequences, effects: ${JSON.stringify(Object.fromEntries(counted))}\n`,
      );
  },
);
