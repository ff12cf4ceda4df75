import { describe, expect, it } from 'vitest';
import { withdrawalBody } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { newFaultyAccount, postUntilConfirmed, type FaultyOwner } from '../../test/faulty-wallet.ts';
import { grantsPath, newSessionKey, openGameSession, signedGrant } from '../../test/game-session-helper.ts';

describe.each([-900, 900])('with a chain clock %d seconds ahead of the service’s clock', (ahead) => {
  let opened: Promise<{ world: FaultyChain; owner: FaultyOwner }> | null = null;
  const open = () =>
    (opened ??= (async () => {
      const world = await startFaultyChain({}, { chainAheadSeconds: ahead });
      return { world, owner: await newFaultyAccount(world) };
    })());

  it('a game session opens for a whole day and a withdrawal succeeds', async () => {
    const { world, owner } = await open();
    const { body: account } = await owner.client.get('/v1/account');
    expect(Math.abs(account.chainTime - world.service.clock.nowSeconds() - ahead)).toBeLessThan(60);
    const withdrawal = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
    expect((await postUntilConfirmed(owner.client, '/v1/account/withdraw', withdrawal)).status).toBe(200);
    await openGameSession(owner, world.game, { expiresAt: account.chainTime + 86_395 });
  });

  it('times that the chain would refuse are refused with their field, regardless of the service’s clock', async () => {
    const { world, owner } = await open();
    const { chainTime } = (await owner.client.get('/v1/account')).body;
    for (const [changes, message] of [
      [{ expiresAt: chainTime - 1 }, 'expiresAt must be in the future'],
      [{ expiresAt: chainTime + 86_700 }, 'expiresAt must be at most 86400 seconds ahead'],
      [{ deadline: chainTime - 1 }, 'deadline must not be in the past'],
      [{ deadline: chainTime + 900 }, 'deadline must be at most 600 seconds ahead'],
    ] as const)
      expect(
        (await owner.client.post(grantsPath, await signedGrant(owner, world.game, newSessionKey(), changes)))
          .body.message,
      ).toStrictEqual([message]);
  });

  it('validation uses the last chain time that was read', async () => {
    const { world, owner } = await open();
    const { assertion: _, ...body } = await signedGrant(owner, world.game, newSessionKey());
    const validate = async (changes: object) =>
      (await owner.client.post(`${grantsPath}/validate`, { ...body, ...changes })).status;
    await expect.poll(() => validate({})).toBe(200);
    expect(await validate({ deadline: world.service.clock.nowSeconds() + 300 })).toBe(400);
  });
});
