import type { Address } from '@pid/protocol';
import { expect, test } from 'vitest';
import { walletData } from '../../test/simulation/simulated-chain.ts';
import { newSigner } from '../../test/chain-helper.ts';
import type { TransactionStatus } from '../platform/chain/client/index.ts';
import { createLogger } from '../platform/log.ts';
import { confirmedAmong } from './confirmed-among.ts';
import type { Operation } from './operation.ts';
import type { RelayDeps } from './relay-deps.ts';

const programId = newSigner().address;

interface Facts {
  /** Nonce of the account at commitment confirmed. */
  readonly nonce?: bigint;
  readonly status?: Partial<TransactionStatus>;
  /** The transaction that the node returns, or the error. */
  readonly shown?: object | null | Error;
}

const landed = { slot: 101n, meta: { err: null } };

/**
 * Returns which operations a node with these facts (one for each operation of nonce 4) confirms, by index.
 */
async function confirmed(facts: readonly Facts[], { isSingleNode = false } = {}) {
  const asked = { accounts: 0, transactions: 0, minContextSlot: 0n };
  const operations = facts.map(
    (_, index) =>
      ({
        id: String(index),
        signature: String(index),
        account: `account ${index}`,
        accountNonce: 4n,
        blockhashSlot: 100n,
      }) as unknown as Operation,
  );
  const data = (nonce: bigint) => walletData({ nonce, epoch: 0, authority: Buffer.alloc(33) });
  const client = {
    isSingleNode,
    async accounts(addresses: readonly Address[], { minContextSlot }: { minContextSlot: bigint }) {
      Object.assign(asked, { accounts: asked.accounts + 1, minContextSlot });
      const of = (address: string) => facts[Number(address.split(' ')[1])]!;
      return {
        accounts: addresses.map((address) => ({ owner: programId, data: data(of(address).nonce ?? 5n) })),
      };
    },
    rpc: {
      getTransaction: (signature: string) => ({
        async send() {
          asked.transactions += 1;
          const { shown = landed } = facts[Number(signature)]!;
          if (shown instanceof Error) throw shown;
          return shown;
        },
      }),
    },
  };
  const deps = { chain: { programId, client }, log: createLogger('silent') };
  const statuses = facts.map(({ status }) => ({
    slot: 101n,
    error: null,
    commitment: 'confirmed' as const,
    ...status,
  }));
  const found = await confirmedAmong(deps as unknown as RelayDeps, operations, statuses);
  return { places: found.map(({ id }) => Number(id)), asked };
}

test('a status counts if the nonce has moved and the node returns the transaction', async () => {
  expect((await confirmed([{}, { status: { slot: 107n, commitment: 'finalized' } }])).places).toEqual([0, 1]);
});

test('a status that is processed, failed, too old, without effect or without a transaction does not count', async () => {
  const { places, asked } = await confirmed([
    { status: { commitment: 'processed', slot: 900n } },
    { status: { error: 'AccountInUse', slot: 900n } },
    { status: { slot: 99n } },
    { nonce: 4n },
    { shown: null },
    { shown: { slot: 101n, meta: { err: { InstructionError: [0, 'Custom'] } } } },
    { shown: new Error('a node that is restarted') },
    {},
  ]);
  expect(places).toEqual([7]);
  // The read does not require a node at slot 900: those statuses did not count.
  expect(asked).toEqual({ accounts: 1, transactions: 4, minContextSlot: 101n });
});

test('does not query a single node twice', async () => {
  const { places, asked } = await confirmed([{ shown: null }], { isSingleNode: true });
  expect([places, asked.transactions]).toEqual([[0], 0]);
});
