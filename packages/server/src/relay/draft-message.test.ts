import { expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { manualClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { priorityPrices } from './draft-message.ts';
import type { RelayDeps } from './relay-deps.ts';

const [mine, yours] = [newSigner().address, newSigner().address];

function prices(feesOf: (accounts: readonly string[]) => readonly bigint[]) {
  const asked: (readonly string[])[] = [];
  const clock = manualClock(new Date('2026-11-15T10:00:00Z'));
  const rpc = {
    getRecentPrioritizationFees: (accounts: readonly string[]) => ({
      async send() {
        asked.push(accounts);
        return feesOf(accounts).map((prioritizationFee, slot) => ({ slot, prioritizationFee }));
      },
    }),
  };
  const deps = {
    clock,
    log: createLogger('silent'),
    limits: { priorityFeeMaxMicroLamports: 1000n },
    chain: { client: { rpc } },
  } as unknown as RelayDeps;
  return { priceOf: priorityPrices(deps), asked, clock };
}

test('the price of priority is the median of what is paid for the player’s own accounts, and never more than the bound', async () => {
  const { priceOf } = prices(([account]) => (account === mine ? [0n, 900n, 7n, 5n, 6n] : [0n, 9999n, 5000n]));
  expect(await priceOf([mine])).toBe(6n);
  expect(await priceOf([yours])).toBe(1000n);
});

test('one player’s crowded accounts make nothing dearer for another, and a price is asked once in a while', async () => {
  const { priceOf, asked, clock } = prices(([account]) => (account === mine ? [500n] : [3n]));
  expect([await priceOf([mine]), await priceOf([yours]), await priceOf([mine])]).toEqual([500n, 3n, 500n]);
  expect(asked).toEqual([[mine], [yours]]);
  clock.advanceSeconds(6);
  await priceOf([yours]);
  expect(asked).toHaveLength(3);
});

test('a node that tells no prices costs nothing', async () => {
  const { priceOf } = prices(() => {
    throw new Error('method not found');
  });
  expect(await priceOf([mine])).toBe(0n);
});
