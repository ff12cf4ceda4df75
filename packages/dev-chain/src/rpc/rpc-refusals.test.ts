import { expect, test } from 'vitest';
import { airdrop, base64, newSigner, testChain, transferWire } from '../../../server/test/chain-helper.ts';
import { rpcRefusals } from '../../../server/test/rpc-refusals.ts';

test('refuses the same requests as a cluster, with the same codes', async () => {
  const { access } = await testChain();
  for (const [title, code, method, ...params] of rpcRefusals) {
    const { error } = await access.answer({ jsonrpc: '2.0', id: 1, method, params });
    expect([title, error?.code]).toEqual([title, code]);
  }
});

test('a simulation returns a wrong signature as its error and refuses base58 for accounts', async () => {
  const chain = await testChain();
  const from = newSigner();
  await airdrop(chain, from.address, 10_000_000_000n);
  const wire = await transferWire(chain, from, newSigner().address, 2_000_000n);
  const simulate = (options: object) =>
    chain.access.answer({
      jsonrpc: '2.0',
      id: 1,
      method: 'simulateTransaction',
      params: [base64(wire), { encoding: 'base64', commitment: 'confirmed', ...options }],
    });
  const accounts = { encoding: 'base58', addresses: [from.address] };
  expect(await simulate({ accounts })).toMatchObject({ error: { code: -32_602 } });
  wire[10]! ^= 1;
  expect(await simulate({ sigVerify: true })).toMatchObject({
    result: { value: { err: 'SignatureFailure' } },
  });
});

test('returns prioritization fees only for blocks with transactions', async () => {
  const chain = await testChain();
  const fees = () => chain.rpc.getRecentPrioritizationFees([]).send();
  expect(await fees()).toEqual([]);
  await airdrop(chain, newSigner().address, 1_000_000_000n);
  const slot = await chain.rpc.getSlot({ commitment: 'confirmed' }).send();
  expect(await fees()).toEqual([{ slot, prioritizationFee: 0n }]);
});
