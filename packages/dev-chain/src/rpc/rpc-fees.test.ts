import { compileMessage, toAddress, type Address } from '@pid/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import {
  airdrop,
  latestBlockhash,
  newSigner,
  send,
  testChain,
  transferInstruction,
} from '../../../server/test/chain-helper.ts';
import { slotSeconds } from '../../../server/test/pace.ts';
import { signMessage } from '@pid/server/platform/chain/index.ts';

test('charges the fee that getFeeForMessage returned, for any message', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 10_000_000_000n);
  const budget = 'ComputeBudget111111111111111111111111111111' as Address;
  const setting = (tag: number, bytes: number, value: bigint) => {
    const data = new Uint8Array(1 + bytes);
    data[0] = tag;
    if (bytes === 4) new DataView(data.buffer).setUint32(1, Number(value), true);
    else new DataView(data.buffer).setBigUint64(1, value, true);
    return { programAddress: budget, accounts: [], data };
  };
  const draft = fc.record({
    price: fc.option(fc.bigInt({ min: 0n, max: 5_000_000n }), { nil: null }),
    limit: fc.option(fc.bigInt({ min: 1000n, max: 2_000_000n }), { nil: null }),
    transfers: fc.integer({ min: 1, max: 3 }),
    cosigner: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(draft, async ({ price, limit, transfers, cosigner }) => {
      const second = newSigner();
      const instructions = [
        ...(limit === null ? [] : [setting(2, 4, limit)]),
        ...(price === null ? [] : [setting(3, 8, price)]),
        ...Array.from({ length: transfers }, () => transferInstruction(from.address, to.address, 1_000_000n)),
        ...(cosigner
          ? [
              {
                ...transferInstruction(from.address, to.address, 1_000_000n),
                accounts: [
                  { address: from.address, role: 3 as const },
                  { address: to.address, role: 1 as const },
                  { address: second.address, role: 2 as const },
                ],
              },
            ]
          : []),
      ];
      const message = compileMessage(from.address, toAddress(await latestBlockhash(chain)), instructions);
      const { value: told } = await chain.rpc
        .getFeeForMessage(Buffer.from(message.messageBytes).toString('base64') as never, {
          commitment: 'confirmed',
        })
        .send();
      const balance = async (address: Address) =>
        (await chain.rpc.getBalance(address, { commitment: 'processed' }).send()).value;
      const [before, had] = [await balance(from.address), await balance(to.address)];
      await send(chain, await signMessage(message, [from, second]), { skipPreflight: true });
      const received = (await balance(to.address)) - had;
      expect(before - (await balance(from.address)) - received).toBe(told);
      chain.clock.advanceSeconds(slotSeconds);
    }),
    runs(10, 40),
  );
});
