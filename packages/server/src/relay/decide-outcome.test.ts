import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideOutcome, type FinalizedEvidence } from './decide-outcome.ts';

const operation = { kind: 'withdraw' as const, accountNonce: 5n, lastValidBlockHeight: 1000n };
const landed = { slot: 900n, error: null, commitment: 'finalized' } as const;
const failed = {
  slot: 900n,
  error: { InstructionError: [1, { Custom: 7048 }] },
  commitment: 'finalized',
} as const;
const evidence = (bent: Partial<FinalizedEvidence>): FinalizedEvidence => ({
  height: 900n,
  nonce: 5n,
  status: null,
  taker: 'unknown',
  ...bent,
});

test.each([
  ['nothing is given up while it can still land', { height: 1000n }, 'wait'],
  ['not even what a node says has failed', { height: 1000n, status: failed }, 'wait'],
  ['one block later it is expired', { height: 1001n }, 'expired'],
  ['or failed, when it landed without effect', { height: 1001n, status: failed }, 'failed'],
  ['the nonce decides against a node that calls it landed', { height: 1001n, status: landed }, 'expired'],
  ['a predecessor that was dropped takes it along', { height: 1001n, nonce: 4n }, 'expired'],
  ['but it waits for one that is not final yet', { nonce: 4n, status: landed }, 'wait'],
  ['a moved nonce and our status mean that it landed', { nonce: 6n, status: landed }, 'finalized'],
  ['silence means nothing, however long ago it was', { nonce: 6n, height: 2000n }, 'unknown'],
  ['confirmed is not finalized', { nonce: 6n, status: { ...landed, commitment: 'confirmed' } }, 'unknown'],
  [
    'a failure is final only at finalized',
    { nonce: 6n, status: { ...failed, commitment: 'confirmed' } },
    'unknown',
  ],
  ['ours landed without effect, so another took it', { nonce: 6n, status: failed }, 'superseded'],
  ['the same, found in the history', { nonce: 6n, taker: 'failed' }, 'superseded'],
  ['another took it', { nonce: 6n, taker: 'another' }, 'superseded'],
  ['we took it', { nonce: 9n, taker: 'ours' }, 'finalized'],
] as const)('%s', (_sentence, bent, verdict) => {
  expect(decideOutcome(operation, evidence(bent))).toBe(verdict);
});

test('a landed vote stays landed, although a later policy has cleared it', () => {
  const vote = { ...operation, kind: 'vote_recovery' as const };
  expect(decideOutcome(vote, evidence({ nonce: 0n, height: 1001n, status: landed }))).toBe('finalized');
  const confirmed = { ...landed, commitment: 'confirmed' as const };
  expect(decideOutcome(vote, evidence({ nonce: 0n, status: confirmed }))).toBe('wait');
});

test('whatever nodes report, an operation whose nonce has moved never expires, and one whose nonce has not never succeeds', () => {
  const status = fc.constantFrom(
    null,
    landed,
    failed,
    { ...landed, commitment: 'confirmed' as const },
    { ...failed, commitment: 'processed' as const },
  );
  const anything = fc.record({
    height: fc.bigInt(0n, 2000n),
    nonce: fc.bigInt(0n, 10n),
    status,
    taker: fc.constantFrom('ours', 'failed', 'another', 'unknown'),
  });
  fc.assert(
    fc.property(anything, (said) => {
      const verdict = decideOutcome(operation, said);
      if (said.nonce > operation.accountNonce)
        expect(['finalized', 'superseded', 'unknown']).toContain(verdict);
      else
        expect(said.height > operation.lastValidBlockHeight ? ['failed', 'expired'] : ['wait']).toContain(
          verdict,
        );
    }),
  );
});
