import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { airdrop, newSigner, send, testChain, transferWire } from '../../server/test/chain-helper.ts';
import { slotSeconds } from '../../server/test/pace.ts';
import { signatureOf } from '@pid/server/platform/chain/index.ts';

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it was accepted'),
    (error: unknown) => error,
  );
}

/** The raw error of the cluster, before @solana/kit gives it a type. */
const causeOf = (error: unknown) => ({
  message: (error as Error).message,
  context: (error as { context: Record<string, unknown> }).context,
  cause: (error as { cause?: unknown }).cause,
});

test('a transfer moves lamports and costs the fee that getFeeForMessage returned', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const wire = await transferWire(chain, from, to.address, 250_000_000n);
  const fee = await chain.rpc
    .getFeeForMessage(Buffer.from(wire.subarray(65)).toString('base64') as never)
    .send();
  await send(chain, wire);
  const balance = (address: typeof from.address) =>
    chain.rpc.getBalance(address, { commitment: 'processed' }).send();
  expect((await balance(to.address)).value).toBe(250_000_000n);
  expect((await balance(from.address)).value).toBe(1_000_000_000n - 250_000_000n - fee.value!);
  expect(fee.value).toBe(5000n);
});

test('each commitment reads its state, and a signature goes from processed to finalized', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const signature = await send(chain, await transferWire(chain, from, to.address, 1_000_000n));
  const seen = async () => {
    const read = async (commitment: 'processed' | 'confirmed' | 'finalized') =>
      (await chain.rpc.getBalance(to.address, { commitment }).send()).value;
    const status = (await chain.rpc.getSignatureStatuses([signature]).send()).value[0];
    return [
      await read('processed'),
      await read('confirmed'),
      await read('finalized'),
      status?.confirmationStatus,
      status?.confirmations,
    ];
  };
  expect(await seen()).toEqual([1_000_000n, 0n, 0n, 'processed', 0n]);
  chain.clock.advanceSeconds(slotSeconds);
  expect(await seen()).toEqual([1_000_000n, 1_000_000n, 0n, 'confirmed', 1n]);
  chain.clock.advanceSeconds(slotSeconds * 30);
  expect(await seen()).toEqual([1_000_000n, 1_000_000n, 0n, 'confirmed', 31n]);
  chain.clock.advanceSeconds(slotSeconds);
  expect(await seen()).toEqual([1_000_000n, 1_000_000n, 1_000_000n, 'finalized', null]);
});

test('the same bytes sent twice land once, and preflight reports them as already processed', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const wire = await transferWire(chain, from, to.address, 1_000_000n);
  const both = await Promise.all([
    send(chain, wire, { skipPreflight: true }),
    send(chain, wire, { skipPreflight: true }),
  ]);
  expect(both).toEqual([signatureOf(wire), signatureOf(wire)]);
  chain.clock.advanceSeconds(slotSeconds);
  const error = await caught(send(chain, wire));
  expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(
    true,
  );
  expect((causeOf(error).cause as Error).message).toContain('already been processed');
  expect((await chain.rpc.getBalance(to.address, { commitment: 'confirmed' }).send()).value).toBe(1_000_000n);
});

test('accepts a blockhash for 150 slots and refuses it in slot 151', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const { value } = await chain.rpc.getLatestBlockhash({ commitment: 'processed' }).send();
  const [good, late] = [
    await transferWire(chain, from, to.address, 1_000_000n),
    await transferWire(chain, from, to.address, 2_000_000n),
  ];
  const height = () => chain.rpc.getBlockHeight({ commitment: 'processed' }).send();
  chain.clock.advanceSeconds(slotSeconds * 149);
  // `confirmed` was one slot behind when the transactions were built, so this is their 150th slot.
  await send(chain, good, { skipPreflight: true });
  expect((await chain.rpc.getBalance(to.address, { commitment: 'processed' }).send()).value).toBe(1_000_000n);
  chain.clock.advanceSeconds(slotSeconds);
  await send(chain, late, { skipPreflight: true });
  expect((await chain.rpc.getSignatureStatuses([signatureOf(late) as never]).send()).value[0]).toBeNull();
  expect(await height()).toBe(value.lastValidBlockHeight);
  const error = await caught(send(chain, late));
  expect((causeOf(error).cause as Error).message).toContain('Blockhash not found');
});
