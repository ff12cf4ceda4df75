import { TOKEN_PROGRAM, addressFromBytes, type Address } from '@pid/protocol';
import { expect, test } from 'vitest';
import type { ChainClient, OnChainAccount } from '../platform/chain/client/index.ts';
import { manualClock } from '../platform/clock.ts';
import { openMints } from './read-mints.ts';

const mintOf = (index: number) => {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, index + 1);
  return addressFromBytes(bytes);
};

/** A chain on which every address is a classic mint without metadata. */
function countingChain() {
  const reads: number[] = [];
  const data = new Uint8Array(82);
  data[44] = 6;
  data[45] = 1;
  const account: OnChainAccount = { lamports: 1n, owner: TOKEN_PROGRAM, executable: false, data };
  const client = {
    accounts(addresses: readonly Address[], options: { dataSlice?: { length: number } }) {
      if (!options.dataSlice || options.dataSlice.length > 4096) throw new Error('reads whole accounts');
      reads.push(addresses.length);
      return Promise.resolve({ slot: 1n, accounts: addresses.map(() => account) });
    },
  } as unknown as ChainClient;
  return { client, reads };
}

test('reads each mint and its metadata once in ten minutes', async () => {
  const { client, reads } = countingChain();
  const clock = manualClock(new Date('2026-11-15T10:00:00Z'));
  const { readMints } = openMints({ client }, clock);
  const mints = [mintOf(1), mintOf(2)];
  expect((await readMints(mints)).get(mintOf(2))).toMatchObject({ decimals: 6, name: null });
  await readMints(mints);
  clock.advanceSeconds(599);
  await readMints([...mints, mintOf(3)]);
  // Mints, their metadata; then only the new mint and its metadata.
  expect(reads).toEqual([2, 2, 1, 1]);
  clock.advanceSeconds(1);
  await readMints(mints);
  expect(reads).toEqual([2, 2, 1, 1, 2, 2]);
});

test('reads the names of at most 300 new mints per request, and of the others in the next', async () => {
  const { client, reads } = countingChain();
  const { readMints } = openMints({ client }, manualClock(new Date('2026-11-15T10:00:00Z')));
  const mints = Array.from({ length: 450 }, (_, index) => mintOf(index));
  const facts = await readMints(mints);
  expect([...facts.values()].map(({ decimals }) => decimals)).toEqual(mints.map(() => 6));
  expect(reads).toEqual([100, 100, 100, 100, 100, 100, 100, 50]);
  reads.length = 0;
  await readMints(mints);
  expect(reads).toEqual([100, 100, 50, 50]);
});
