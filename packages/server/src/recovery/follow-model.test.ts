// Checks the effects of finalized blocks on attempts and passkeys against a model. Random histories contain
// votes, policies, cancellations, finishes and rotations, with forks, late finality, lost rounds of the
// watch, two nodes whose readings overtake each other, freezes and endpoints that disagree. The blocks are
// made up; the database and all code that writes to it are real.
import * as fc from 'fast-check';
import { test } from 'vitest';
import { runs, searchLimits } from '../../../../test/support/searches.ts';
import { RecoveryModel, recoveryStep } from '../../test/recovery-model.ts';
import { testDatabase } from '../../test/test-database.ts';

test(
  'after any history, the active passkeys are those that finalized blocks name',
  searchLimits,
  async () => {
    const db = await testDatabase();
    await fc.assert(
      fc.asyncProperty(fc.array(recoveryStep, { minLength: 10, maxLength: 40 }), async (steps) => {
        const player = new RecoveryModel(db);
        await player.begin();
        for (const each of steps) await player.run(each);
        await player.settle();
      }),
      runs(30, 3000),
    );
  },
);
