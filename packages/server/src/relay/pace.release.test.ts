import { toAddress } from '@pid/protocol';
import { describe, expect, test } from 'vitest';
import {
  balanceOf,
  landedAt,
  rotationBody,
  withdrawalBody,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { exitSol, newFaultyAccount, noSends, postUntilConfirmed } from '../../test/faulty-wallet.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';

/**
 * The block times of a future cluster, and finality directly after confirmation. `npm run deep pace` also
 * tests slow blocks, with all suites of the relay.
 */
const paces = [
  { slotMillis: 50, finalizedSlots: 32 },
  { slotMillis: 400, finalizedSlots: 2 },
];

describe.each(paces)('with blocks of $slotMillis ms that are final after $finalizedSlots', (pace) => {
  const { slotMillis, finalizedSlots } = pace;
  const finalitySeconds = ((finalizedSlots + 4) * slotMillis) / 1000;
  const blockhashSeconds = (160 * slotMillis) / 1000;

  let opened: Promise<FaultyChain> | null = null;
  const open = () =>
    (opened ??= startFaultyChain({
      PID_EMBEDDED_SLOT_MILLIS: String(slotMillis),
      PID_EMBEDDED_FINALIZED_SLOTS: String(finalizedSlots),
      PID_RELAY_TIMEOUT_SECONDS: '5',
    }));
  const states = async ({ client }: WalletOwner): Promise<string[]> =>
    (await client.get('/v1/account/operations')).body.items.map(({ state }: { state: string }) => state);

  test('a landed operation is confirmed immediately and finalized when the chain reports it', async () => {
    const world = await open();
    const owner = await newFaultyAccount(world);
    const next = await giveFurtherPasskey(owner.client, owner.passkey);
    await signInWithSoftPasskey(world.service, next);
    const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
    expect((await postUntilConfirmed(owner.client, '/v1/account/withdraw', body)).status).toBe(200);
    const rotation = await rotationBody(owner, next);
    expect((await postUntilConfirmed(owner.client, '/v1/account/rotate', rotation)).status).toBe(200);
    // Before a node has measured the pace of the chain, it polls as rarely as on a slow one.
    const later = () => world.service.clock.advanceSeconds(finalitySeconds);
    await expect
      .poll(() => (later(), states(owner)), { timeout: 60_000, interval: 500 })
      .toEqual(['finalized', 'finalized', 'finalized']);
    expect(await balanceOf(world.chain, toAddress(body.to))).toBe(5_000_000n);
    expect(await landedAt(world.chain, owner.account)).toHaveLength(3);
  });

  test('an unsent operation expires with its blockhash, an overtaken one is superseded, and new attempts land once', async () => {
    const world = await open();
    const [unsent, overtaken] = [await newFaultyAccount(world), await newFaultyAccount(world)];
    const bodies = [unsent, overtaken].map((owner) =>
      withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n }),
    );
    const [first, second] = [await bodies[0]!, await bodies[1]!];
    world.setFault(noSends);
    const answers = await Promise.all([
      unsent.client.post('/v1/account/withdraw', first),
      overtaken.client.post('/v1/account/withdraw', second),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([504, 504]);
    await exitSol(world, overtaken, { to: newSigner().address, amount: 3_000_000n, nonce: 1n });
    world.service.clock.advanceSeconds(blockhashSeconds + finalitySeconds);
    await expect
      .poll(async () => [(await states(unsent))[0], (await states(overtaken))[0]], {
        timeout: 60_000,
        interval: 100,
      })
      .toEqual(['expired', 'superseded']);
    world.setFault(null);
    expect((await postUntilConfirmed(unsent.client, '/v1/account/withdraw', first)).status).toBe(200);
    expect(await balanceOf(world.chain, toAddress(first.to))).toBe(5_000_000n);
    expect(await balanceOf(world.chain, toAddress(second.to))).toBe(0n);
  });
});
