import { toAddress } from '@pid/protocol';
import { expect, test } from 'vitest';
import {
  airdrop,
  newSigner,
  testChain,
  transferWire,
  type TestChain,
} from '../../server/test/chain-helper.ts';
import { slotSeconds } from '../../server/test/pace.ts';
import { createChainClient, type ChainClient } from '@pid/server/platform/chain/client/index.ts';
import { signatureOf } from '@pid/server/platform/chain/index.ts';
import { localClient } from './local-client.ts';
import { embeddedTransport } from './rpc-transport.ts';

/** The local client, the JSON-RPC client, and the calls that the first passed on to the second. */
function clientsOf({ access }: TestChain) {
  const far = createChainClient(embeddedTransport(access));
  const asked: string[] = [];
  const watched = Object.fromEntries(
    Object.entries(far).map(([name, method]) => [
      name,
      typeof method === 'function' && name !== 'rpc'
        ? (...input: unknown[]) => {
            asked.push(name);
            return (method as (...input: unknown[]) => unknown)(...input);
          }
        : method,
    ]),
  ) as unknown as ChainClient;
  return { near: localClient(access.local, watched), far, asked };
}

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: (error as Error).message }),
  );

test('local calls return the same results as JSON-RPC at every commitment, without using it', async () => {
  const chain = await testChain();
  const { near, far, asked } = clientsOf(chain);
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  await near.slot();
  asked.splice(0);
  const wire = await transferWire(chain, from, to.address, 250_000_000n);
  expect(await near.send(wire)).toBe(signatureOf(wire));
  const tooMuch = await transferWire(chain, from, to.address, 2_000_000_000n);
  const clock = toAddress('SysvarC1ock11111111111111111111111111111111');
  const addresses = [from.address, to.address, newSigner().address, clock];
  for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
    const questions: ((client: ChainClient) => Promise<unknown>)[] = [
      (client) => client.accounts(addresses, { commitment }),
      (client) => client.accounts([clock], { commitment, dataSlice: { offset: 8, length: 4 } }),
      (client) => client.account(from.address, { commitment }),
      (client) => client.latestBlockhash({ commitment }),
      (client) => client.feeForMessage(wire.subarray(65), { commitment }),
      (client) => client.simulate(tooMuch, { commitment }),
      (client) => client.simulate(wire, { commitment, accounts: [to.address, from.address] }),
      (client) => client.simulate(wire.with(1, 9), { commitment, verifySignatures: false }),
      (client) => client.statuses([signatureOf(wire)]),
      (client) => client.slot({ commitment }),
      (client) => client.blockHeight({ commitment }),
    ];
    for (const ask of questions) expect(await ask(near)).toEqual(await ask(far));
    chain.clock.advanceSeconds(slotSeconds);
  }
  expect(asked).toEqual([]);
});

test('falls back to JSON-RPC for a call that fails locally, and returns its error', async () => {
  const chain = await testChain();
  const { near, far, asked } = clientsOf(chain);
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const wire = await transferWire(chain, from, to.address, 1_000_000n);
  const questions: ((client: ChainClient) => Promise<unknown>)[] = [
    (client) => client.slot({ minContextSlot: 1_000_000_000n }),
    (client) => client.simulate(wire.with(1, 9)),
    (client) => client.send(wire.subarray(0, 100)),
    (client) => client.statuses([signatureOf(wire)]),
  ];
  for (const ask of questions) {
    asked.splice(0);
    const answer = await outcome(ask(near));
    expect(asked.filter((name) => name !== 'genesisHash')).toHaveLength(1);
    expect(answer).toEqual(await outcome(ask(far)));
  }
});

test('a process that does not own the chain asks the owner, and serves locally after it took over', async () => {
  const owner = await testChain();
  const other = await testChain(owner);
  const { near, asked } = clientsOf(other);
  const signer = newSigner();
  await airdrop(owner, signer.address, 5_000_000n);
  expect((await near.account(signer.address)).account?.lamports).toBe(5_000_000n);
  expect(asked).toEqual(['accounts']);
  await owner.access.close();
  await near.slot();
  asked.splice(0);
  expect((await near.account(signer.address)).account?.lamports).toBe(5_000_000n);
  expect(asked).toEqual(['genesisHash']);
});

test('refuses every call when the local chain has the wrong genesis hash', async () => {
  const chain = await testChain();
  const far = createChainClient(embeddedTransport(chain.access));
  const near = localClient(chain.access.local, {
    ...far,
    genesisHash: () => Promise.reject(new Error('another chain')),
  });
  await expect(near.slot()).rejects.toThrow('another chain');
  await expect(near.send(new Uint8Array(100))).rejects.toThrow('another chain');
});
