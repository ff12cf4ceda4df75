import { expect, test } from 'vitest';
import type { Mutant } from './candidates.ts';
import type { FileResult } from './lane-process.ts';
import type { Lane, Outcome, TestRun } from './lane.ts';
import { tryMutant, type KnownTests } from './try-mutant.ts';

const file = 'packages/server/src/ledger/limits.test.ts';
const mutant: Mutant = {
  slice: 'ledger',
  file: 'packages/server/src/ledger/limits.ts',
  line: 1,
  operator: 'marked',
  start: 0,
  end: 1,
  before: 'x',
  after: 'y',
  occurrence: 0,
};
const failed: Outcome = { type: 'failed', test: 'limits: refuses', file };

/** A lane with these outcomes of runs with the mutant, and this result of the file without it. */
function lane(outcomes: Outcome[], control: Omit<FileResult, 'file'>): Lane {
  return {
    async run({ onFile }: TestRun) {
      onFile?.({ file, ...control });
      return { type: 'passed' };
    },
    runWith: async () => outcomes.shift()!,
    async close() {},
  };
}

function verdict(outcomes: Outcome[], control = { seconds: 5, hasFailed: false }) {
  const known: KnownTests = { durations: new Map([[file, 5]]), soundness: new Map(), onUnsound: () => {} };
  return tryMutant(lane(outcomes, control), mutant, { own: [file], journeys: [] }, known);
}

test('a test that fails only with the mutant detects it', async () => {
  expect(await verdict([failed])).toMatchObject({ outcome: 'failed', test: 'limits: refuses' });
});

test('a test that also fails without the mutant detects nothing', async () => {
  expect(await verdict([failed], { seconds: 5, hasFailed: true })).toMatchObject({ outcome: 'undetected' });
});

test('a test that takes too long only with the mutant detects it', async () => {
  expect(await verdict([{ type: 'late' }])).toMatchObject({ outcome: 'timeout', test: file });
});

test('a test that takes longer than was known is tried again with a longer limit', async () => {
  const control = { seconds: 200, hasFailed: false };
  expect(await verdict([{ type: 'late' }, { type: 'passed' }], control)).toMatchObject({
    outcome: 'undetected',
  });
});

test.each<[string, Outcome[]]>([
  ['a killed vitest', [{ type: 'died' }, { type: 'died' }]],
  ['an error outside of the tests', [{ type: 'failed', test: 'the run failed', file: null }]],
])('%s proves nothing', async (_name, outcomes) => {
  expect(await verdict(outcomes)).toMatchObject({ outcome: 'unclear' });
});
