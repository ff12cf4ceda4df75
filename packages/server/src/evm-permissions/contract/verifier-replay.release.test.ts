import { hexOf, permissionDigest } from '@pid/protocol/evm';
import { encodeFunctionData } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestService } from '../../../test/test-service.ts';
import {
  grantPermission,
  newHoldingApp,
  newPermissionPlayer,
  signedCheck,
} from '../testing/permission-player.ts';
import { transferData } from '../testing/sample-request.ts';
import { assertFor, softKey, splitSignature, type SoftKey } from '../testing/soft-keys.ts';
import {
  approve,
  compiled,
  execute,
  hour,
  newWorld,
  noon,
  onChain,
  ownership,
  permissionOf,
  sendMessage,
  signedCall,
  token,
  transfer,
  verifyingErrors,
  type World,
} from './testing/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

describe('limits', () => {
  test('apply across calls and reset exactly at the start of a period', async () => {
    const permission = permissionOf(world);
    await approve(world, permission);
    world.chain.setTime(noon + hour - 1);
    expect((await execute(world, permission, transfer(600n))).error).toBeNull();
    expect((await execute(world, permission, transfer(401n))).error).toBe('LimitExceeded');
    expect((await execute(world, permission, transfer(400n))).error).toBeNull();
    expect((await execute(world, permission, transfer(1n))).error).toBe('LimitExceeded');
    expect(
      (await world.chain.call(world.verifier, 'remaining', [world.account.address, onChain(permission)]))
        .result,
    ).toEqual([100n, 0n]);
    world.chain.setTime(noon + hour);
    expect(
      (await world.chain.call(world.verifier, 'remaining', [world.account.address, onChain(permission)]))
        .result,
    ).toEqual([100n, 1000n]);
    expect((await execute(world, permission, transfer(1000n))).error).toBeNull();
    world.chain.setTime(noon);
  });

  test('of one token in two periods both apply, and a refused call counts nothing', async () => {
    const permission = permissionOf(world, {
      spend: [
        { token, limit: 10n, period: 'hour' },
        { token, limit: 15n, period: 'month' },
      ],
    });
    await approve(world, permission);
    const remaining = async () =>
      (await world.chain.call(world.verifier, 'remaining', [world.account.address, onChain(permission)]))
        .result;
    expect((await execute(world, permission, transfer(10n))).error).toBeNull();
    world.chain.setTime(noon + hour);
    expect((await execute(world, permission, transfer(6n))).error).toBe('LimitExceeded');
    expect(await remaining()).toEqual([10n, 5n]);
    expect((await execute(world, permission, transfer(5n))).error).toBeNull();
    world.chain.setTime(Date.UTC(2026, 11, 1) / 1000);
    expect(await remaining()).toEqual([10n, 15n]);
    world.chain.setTime(noon);
  });
});

describe('replay', () => {
  test('on another account, another verifier and another chain is refused', async () => {
    const permission = permissionOf(world);
    const proof = assertFor(world.owner, permissionDigest(world.domain, permission));
    const sameOwner = await world.chain.deploy(compiled.account.abi, compiled.account.bytecode, [
      world.verifier.address,
    ]);
    await world.chain.call(sameOwner, 'setOwner', ownership(world.owner));
    expect(
      (await world.chain.call(world.verifier, 'approve', [sameOwner.address, onChain(permission), proof]))
        .error,
    ).toBe('BadOwnerSignature');

    const second = await world.chain.deploy(compiled.verifier.abi, compiled.verifier.bytecode);
    expect(
      (await world.chain.call(second, 'approve', [world.account.address, onChain(permission), proof])).error,
    ).toBe('WrongVerifier');

    const elsewhere = await newWorld('sepolia');
    expect([elsewhere.verifier.address, elsewhere.account.address]).toEqual([
      world.verifier.address,
      world.account.address,
    ]);
    await elsewhere.chain.call(elsewhere.account, 'setOwner', ownership(world.owner));
    expect(
      (
        await elsewhere.chain.call(elsewhere.verifier, 'approve', [
          world.account.address,
          onChain(permission),
          proof,
        ])
      ).error,
    ).toBe('BadOwnerSignature');
    expect(
      (await world.chain.call(world.verifier, 'approve', [world.account.address, onChain(permission), proof]))
        .error,
    ).toBeNull();

    const { call, signature } = signedCall(world, permission);
    expect(
      (
        await elsewhere.chain.call(
          elsewhere.account,
          'execute',
          [onChain(permission), call, splitSignature(signature).r, splitSignature(signature).s],
          verifyingErrors,
        )
      ).error,
    ).toBe('NotApproved');
  });

  test('setting a new owner ends every permission permanently: former owners cannot be set again, and their proofs are refused', async () => {
    const other = await newWorld();
    const permission = permissionOf(other);
    const proof = assertFor(other.owner, permissionDigest(other.domain, permission));
    const setOwner = (key: SoftKey, origin?: string) =>
      other.chain.call(other.account, 'setOwner', ownership(key, origin), verifyingErrors);
    // Submitted data is public on the chain, so anyone can submit it again.
    const submit = () =>
      other.chain.call(other.verifier, 'approve', [other.account.address, onChain(permission), proof]);
    expect((await submit()).error).toBeNull();
    expect((await execute(other, permission)).error).toBeNull();

    expect((await setOwner(other.owner)).error).toBe('FormerOwner');
    expect((await setOwner(other.owner, 'https://elsewhere.example')).error).toBe('FormerOwner');
    const [next, third] = [softKey(), softKey()];
    for (const key of [next, third]) {
      expect((await setOwner(key)).error).toBeNull();
      expect((await execute(other, permission)).error).toBe('NotApproved');
      expect((await submit()).error).toBe('BadOwnerSignature');
      for (const former of [other.owner, next]) expect((await setOwner(former)).error).toBe('FormerOwner');
    }
    expect((await execute(other, permission)).error).toBe('NotApproved');
    // A former owner of one account may still own another account.
    const elsewhere = await other.chain.deploy(compiled.account.abi, compiled.account.bytecode, [
      other.verifier.address,
    ]);
    expect((await other.chain.call(elsewhere, 'setOwner', ownership(other.owner))).error).toBeNull();
  });
});

describe('from the service to the chain', () => {
  test("the app's copy of the owner proof approves the permission on the chain, the session key uses it, and the returned call revokes it", async () => {
    const service = await startTestService();
    const player = await newPermissionPlayer(service);
    const app = await newHoldingApp(service);
    const { chain, verifier, account, domain } = world;
    chain.setTime(service.clock.nowSeconds());
    const key = { keyX: hexOf(player.passkey.point.x), keyY: hexOf(player.passkey.point.y) };
    await chain.call(account, 'setOwner', ownership(key, service.baseUrl));
    const granted = await grantPermission(service, player, {
      chainId: domain.chainId,
      account: account.address,
      verifier: verifier.address,
      clientId: app.clientId,
    });
    const { body } = await service.client().get(`/v1/permissions/${granted.id}`, app.headers);

    expect(
      (await chain.call(verifier, 'approve', [body.account, body.typedData.message, body.ownerProof])).error,
    ).toBeNull();
    const checked = signedCheck(granted, service.clock.nowSeconds() + 60, {
      to: token,
      data: transferData(1000n),
    });
    expect(
      (await service.client().post(`/v1/permissions/${granted.id}/check`, checked, app.headers)).body,
    ).toMatchObject({ allowed: true });
    const { signature, ...call } = checked;
    const made = await sendMessage(
      world,
      body.typedData.message,
      call,
      Buffer.from(signature.slice(2), 'hex'),
    );
    expect(made.error).toBeNull();
    expect((await chain.call(verifier, 'remaining', [body.account, body.typedData.message])).result).toEqual([
      10n ** 18n,
      0n,
    ]);

    expect(body.revokeCall).toEqual({
      to: verifier.address,
      data: encodeFunctionData({ abi: verifier.abi, functionName: 'revoke', args: [body.digest] }),
    });
    await chain.call(account, 'revoke', [body.digest]);
    expect((await chain.call(verifier, 'isApproved', [body.account, body.digest])).result).toBe(false);
  });
});
