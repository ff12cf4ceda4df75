import { expect, test } from 'vitest';
import { parseMessage } from '@pid/dev-chain';
import { newSigner } from '../../test/chain-helper.ts';
import { manualClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { draftMessage, priorityPrices } from './draft-message.ts';
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

test("the priority price is the median paid for the player's own accounts, up to the limit", async () => {
  const { priceOf } = prices(([account]) => (account === mine ? [0n, 900n, 7n, 5n, 6n] : [0n, 9999n, 5000n]));
  expect(await priceOf([mine])).toBe(6n);
  expect(await priceOf([yours])).toBe(1000n);
});

test("one player's busy accounts do not raise the price for another, and prices are cached", async () => {
  const { priceOf, asked, clock } = prices(([account]) => (account === mine ? [500n] : [3n]));
  expect([await priceOf([mine]), await priceOf([yours]), await priceOf([mine])]).toEqual([500n, 3n, 500n]);
  expect(asked).toEqual([[mine], [yours]]);
  clock.advanceSeconds(6);
  await priceOf([yours]);
  expect(asked).toHaveLength(3);
});

test('pays no priority fee when the node returns no prices', async () => {
  const { priceOf } = prices(() => {
    throw new Error('method not found');
  });
  expect(await priceOf([mine])).toBe(0n);
});

test('lowers a fee above the cap to exactly the cap by paying less for priority', async () => {
  // Charges like a cluster: 5000 for the signature, and the price of every unit, rounded up.
  const feeForMessage = async (bytes: Uint8Array) => {
    const [limit, price] = parseMessage(bytes).instructions.map(({ data }) => Buffer.from(data));
    const micro = BigInt(limit!.readUInt32LE(1)) * price!.readBigUInt64LE(1);
    return 5000n + (micro + 999_999n) / 1_000_000n;
  };
  const latestBlockhash = async () => ({ blockhash: yours, lastValidBlockHeight: 1n, slot: 1n });
  const chain = { client: { latestBlockhash, feeForMessage }, keys: { relayer: { address: mine } } };
  const deps = { chain } as unknown as RelayDeps;
  const template = { unitLimit: 100_000, maxFeeLamports: 205_000n, build: () => [] };
  expect((await draftMessage(deps, template, 10_000_000n)).feeLamports).toBe(205_000n);
  expect((await draftMessage(deps, template, 1_000_000n)).feeLamports).toBe(105_000n);
});
