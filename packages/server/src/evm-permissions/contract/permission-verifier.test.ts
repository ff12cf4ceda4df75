import {
  COUNTED_FUNCTIONS,
  PERIODS,
  PERMISSION_VERIFIER_ABI,
  REFUSED_FUNCTIONS,
  callDigest,
  hexOf,
  periodEnd,
  periodNumber,
  periodStart,
  permissionDigest,
  toEvmAddress,
  type Hex,
  type Permission,
} from '@pid/protocol/evm';
import * as fc from 'fast-check';
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestService } from '../../../test/test-service.ts';
import { anyCall, anyPermission } from '../testing/arbitraries.ts';
import {
  grantPermission,
  newHoldingApp,
  newPermissionPlayer,
  signedCheck,
} from '../testing/permission-player.ts';
import { transferData } from '../testing/sample-request.ts';
import {
  assertFor,
  sha256,
  softKey,
  splitSignature,
  toHighS,
  type AssertionChanges,
} from '../testing/soft-keys.ts';
import {
  approve,
  compiled,
  day,
  erc20,
  execute,
  friend,
  game,
  hour,
  newWorld,
  noon,
  onChain,
  permissionOf,
  play,
  send,
  sendMessage,
  signedCall,
  token,
  transfer,
  verifyingErrors,
  type CallChanges,
  type World,
} from './testing/test-world.ts';

interface Parameter {
  readonly type: string;
  readonly name?: string;
  readonly indexed?: boolean;
  readonly components?: readonly Parameter[];
}

const canonical = (list: readonly Parameter[] | undefined): unknown =>
  list?.map((entry) => [entry.type, entry.name ?? '', entry.indexed ?? false, canonical(entry.components)]);

function canonicalEntry(entry: { type: string }): string {
  const { type, name, inputs, outputs } = entry as {
    type: string;
    name?: string;
    inputs?: Parameter[];
    outputs?: Parameter[];
  };
  return JSON.stringify([type, name, canonical(inputs), canonical(outputs)]);
}

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

describe('the contract computes what the server computes', () => {
  test('its ABI is the one that is published', () => {
    expect(parseAbi(PERMISSION_VERIFIER_ABI).map(canonicalEntry).toSorted()).toEqual(
      compiled.verifier.abi.map(canonicalEntry).toSorted(),
    );
  });

  test('the digest of any permission', async () => {
    await fc.assert(
      fc.asyncProperty(anyPermission, async (permission) => {
        const { result } = await world.chain.call(world.verifier, 'permissionDigest', [
          world.domain.account,
          onChain(permission),
        ]);
        expect(result).toBe(hexOf(permissionDigest(world.domain, permission)));
      }),
      { numRuns: 40 },
    );
  });

  test('the digest of any call', async () => {
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const { result } = await world.chain.call(world.verifier, 'callDigest', [
          world.domain.account,
          call.permission,
          { ...call, data: hexOf(call.data) },
        ]);
        expect(result).toBe(hexOf(callDigest(world.domain, call)));
      }),
      { numRuns: 40 },
    );
  });

  test('the boundaries of hours, days, ISO weeks and months', async () => {
    const periodOf = async (period: number, time: number) =>
      BigInt(String((await world.chain.call(world.verifier, 'periodOf', [period, time])).result));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PERIODS),
        fc.integer({ min: 40 * day, max: 7_000_000_000 }),
        async (period, time) => {
          const start = periodStart(period, time);
          const index = await periodOf(periodNumber(period), time);
          expect(await periodOf(periodNumber(period), start)).toBe(index);
          expect(await periodOf(periodNumber(period), start - 1)).toBe(index - 1n);
          expect(await periodOf(periodNumber(period), periodEnd(period, start) - 1)).toBe(index);
          expect(await periodOf(periodNumber(period), periodEnd(period, start))).toBe(index + 1n);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('which functions are counted and which are refused', async () => {
    const amountArgument = async (selector: Hex) =>
      Number((await world.chain.call(world.verifier, 'amountArgument', [selector])).result);
    for (const [selector, counted] of COUNTED_FUNCTIONS)
      expect(await amountArgument(selector)).toBe(counted.amountArgument);
    for (const selector of REFUSED_FUNCTIONS.keys()) expect(await amountArgument(selector)).toBe(255);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 4, maxLength: 4 }).map(hexOf), async (selector) => {
        fc.pre(!COUNTED_FUNCTIONS.has(selector) && !REFUSED_FUNCTIONS.has(selector));
        expect(await amountArgument(selector)).toBe(0);
      }),
      { numRuns: 30 },
    );
    expect(await amountArgument(toFunctionSelector('function setOwner(bytes32,bytes32,bytes32)'))).toBe(255);
  });
});

describe('approval by the owner', () => {
  test("admits the permission by the owner's assertion over its digest, for less than 110,000 gas", async () => {
    const outcome = await approve(world, permissionOf(world));
    expect(outcome.error).toBeNull();
    expect(outcome.gas).toBeLessThan(110_000n);
  });

  test.each<[string, AssertionChanges & { high?: boolean }, string]>([
    ['of another relying party', { rpId: 'evil.example' }, 'WrongRelyingParty'],
    ['without user verification', { flags: 0x01 }, 'UserNotVerified'],
    ['without user presence', { flags: 0x04 }, 'UserNotVerified'],
    ['of a registration', { type: 'webauthn.create' }, 'BadOwnerSignature'],
    ['over another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }, 'BadOwnerSignature'],
    ['with a high s', { high: true }, 'HighS'],
  ])('refuses an assertion %s', async (_name, changes, error) => {
    expect((await approve(world, permissionOf(world), changes)).error).toBe(error);
  });

  test('refuses a key that is not the owner, an account without an owner and a permission for another verifier', async () => {
    expect((await approve(world, permissionOf(world), { key: softKey() })).error).toBe('BadOwnerSignature');
    const stranger = await world.chain.deploy(compiled.account.abi, compiled.account.bytecode, [
      world.verifier.address,
    ]);
    expect((await approve(world, permissionOf(world), { account: stranger })).error).toBe('NoOwner');
    expect((await approve(world, permissionOf(world, { verifier: game }))).error).toBe('WrongVerifier');
  });

  test('authenticator data that is cut short is no proof', async () => {
    const permission = permissionOf(world);
    const { signature: _, ...proof } = assertFor(world.owner, permissionDigest(world.domain, permission));
    const outcome = await world.chain.call(world.verifier, 'approve', [
      world.account.address,
      onChain(permission),
      { ...proof, authenticatorData: proof.authenticatorData.slice(0, 2 + 72) },
    ]);
    expect(outcome.error).toBe('WrongRelyingParty');
  });
});

describe('a call under a permission', () => {
  let permission: Permission;
  beforeAll(async () => {
    permission = permissionOf(world);
    await approve(world, permission);
  });

  test('is made when all is right, once for a nonce', async () => {
    const { call, signature } = signedCall(world, permission);
    const first = await send(world, permission, call, signature);
    expect(first.error).toBeNull();
    expect(first.gas).toBeLessThan(150_000n);
    expect((await send(world, permission, call, signature)).error).toBe('NonceUsed');
    const again = signedCall(world, permission, { nonce: call.nonce });
    expect((await send(world, permission, again.call, again.signature)).error).toBe('NonceUsed');
  });

  test('is refused by high s, although the precompile would accept it', async () => {
    const { call, signature } = signedCall(world, permission);
    expect((await send(world, permission, call, toHighS(signature))).error).toBe('HighS');
  });

  test.each<[string, CallChanges]>([
    ['target', { to: token }],
    ['value', { value: 1n }],
    ['data', { data: '0x1234567800' }],
    ['nonce', { nonce: 10n ** 30n }],
    ['deadline', { deadline: noon + 499 * day }],
  ])('is refused when its %s is not what was signed', async (_name, changes) => {
    const { call, signature } = signedCall(world, permission);
    expect((await send(world, permission, { ...call, ...changes }, signature)).error).toBe(
      'BadCallSignature',
    );
  });

  test('is refused by any other key', async () => {
    const { call, signature } = signedCall(world, permission, {}, softKey());
    expect((await send(world, permission, call, signature)).error).toBe('BadCallSignature');
  });

  test.each<[string, CallChanges, string]>([
    ['an unlisted function', { data: '0x87654321' }, 'CallNotListed'],
    ['an unlisted target', { to: friend }, 'CallNotListed'],
    ['a plain payment when only functions are listed', { data: '0x', value: 1n }, 'CallNotListed'],
    ['data too short for a selector', { data: '0x1234' }, 'CallNotListed'],
    ['data that spells the stand-in for no data', { data: '0xe0e0e0e0' }, 'CallNotListed'],
    ['a deadline that has passed', { deadline: noon - 1 }, 'DeadlinePassed'],
    [
      'a transfer whose data ends before the amount',
      { to: token, data: `0xa9059cbb${'00'.repeat(63)}` },
      'DataTooShort',
    ],
  ])('is refused for %s', async (_name, changes, error) => {
    expect((await execute(world, permission, changes)).error).toBe(error);
  });

  test('a deadline of this very second still holds', async () => {
    expect((await execute(world, permission, { deadline: noon })).error).toBeNull();
  });

  test('never reaches the account itself or the verifier, even when the owner allowed it', async () => {
    const wide = permissionOf(world, {
      calls: [
        { to: world.domain.account, selector: play },
        { to: toEvmAddress(world.verifier.address), selector: '0xb75c7dc6' },
        { to: game, selector: '0x9aa7da48' },
        { to: game, selector: '0xa22cb465' },
      ],
    });
    await approve(world, wide);
    expect((await execute(world, wide, { to: world.account.address })).error).toBe('TargetRefused');
    expect(
      (await execute(world, wide, { to: world.verifier.address, data: `0xb75c7dc6${'00'.repeat(32)}` }))
        .error,
    ).toBe('TargetRefused');
    expect((await execute(world, wide, { data: `0x9aa7da48${'00'.repeat(96)}` })).error).toBe(
      'FunctionRefused',
    );
    expect((await execute(world, wide, { data: `0xa22cb465${'00'.repeat(64)}` })).error).toBe(
      'FunctionRefused',
    );
  });

  test('is refused before the start, from the expiry on, without approval and after revocation, for good', async () => {
    const brief = permissionOf(world, { start: noon + 10, expiry: noon + 20 });
    expect((await execute(world, brief)).error).toBe('NotApproved');
    await approve(world, brief);
    expect((await execute(world, brief)).error).toBe('NotStarted');
    world.chain.setTime(noon + 10);
    expect((await execute(world, brief)).error).toBeNull();
    world.chain.setTime(noon + 20);
    expect((await execute(world, brief)).error).toBe('Expired');
    world.chain.setTime(noon + 15);
    await world.chain.call(world.account, 'revoke', [hexOf(permissionDigest(world.domain, brief))]);
    expect((await execute(world, brief)).error).toBe('Revoked');
    expect((await approve(world, brief)).error).toBe('Revoked');
    world.chain.setTime(noon);
  });

  test('an allowance counts like spending, so that it is no way around a limit', async () => {
    const allowing = permissionOf(world, {
      calls: [{ to: token, selector: '0x095ea7b3' }],
      spend: [{ token, limit: 50n, period: 'day' }],
    });
    await approve(world, allowing);
    const approveToken = (amount: bigint): CallChanges => ({
      to: token,
      data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [friend, amount] }),
    });
    expect((await execute(world, allowing, approveToken(2n ** 256n - 1n))).error).toBe('LimitExceeded');
    expect((await execute(world, allowing, approveToken(50n))).error).toBeNull();
    expect((await execute(world, allowing, approveToken(1n))).error).toBe('LimitExceeded');
    const unlimited = permissionOf(world, { calls: allowing.calls, spend: [] });
    await approve(world, unlimited);
    expect((await execute(world, unlimited, approveToken(0n))).error).toBe('NoLimit');
  });

  test('value without a limit of the native coin is refused; a plain payment is allowed where it is listed', async () => {
    const paying = permissionOf(world, {
      calls: [{ to: game, selector: '0xe0e0e0e0' }],
      spend: [{ token: null, limit: 5n, period: 'hour' }],
    });
    await approve(world, paying);
    expect((await execute(world, paying, { data: '0x', value: 5n })).error).toBeNull();
    expect((await execute(world, paying, { data: '0x', value: 1n })).error).toBe('LimitExceeded');
    const free = permissionOf(world, { spend: [] });
    await approve(world, free);
    expect((await execute(world, free, { value: 1n })).error).toBe('NoLimit');
    expect((await execute(world, free, { value: 0n })).error).toBeNull();
  });

  test('a period outside of the four is refused', async () => {
    const odd = permissionOf(world, { spend: [{ token: null, limit: 5n, period: 'hour' }] });
    const message = { ...onChain(odd), spend: [{ ...onChain(odd).spend[0], period: 4 }] };
    const outcome = await world.chain.call(world.verifier, 'remaining', [world.account.address, message]);
    expect(outcome.error).toBe('UnknownPeriod');
  });
});

describe('limits', () => {
  test('hold over calls and begin anew with the period, to the second', async () => {
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

  test('of one token in two periods both hold, and a refused call spends nothing', async () => {
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
    await world.chain.call(sameOwner, 'setOwner', [
      world.owner.keyX,
      world.owner.keyY,
      hexOf(sha256('localhost')),
    ]);
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
    await elsewhere.chain.call(elsewhere.account, 'setOwner', [
      world.owner.keyX,
      world.owner.keyY,
      hexOf(sha256('localhost')),
    ]);
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

  test('a new owner ends every permission, and the old owner coming back does not revive it', async () => {
    const other = await newWorld();
    const permission = permissionOf(other);
    await approve(other, permission);
    expect((await execute(other, permission)).error).toBeNull();
    const next = softKey();
    const rpIdHash = hexOf(sha256('localhost'));
    await other.chain.call(other.account, 'setOwner', [next.keyX, next.keyY, rpIdHash]);
    expect((await execute(other, permission)).error).toBe('NotApproved');
    await other.chain.call(other.account, 'setOwner', [other.owner.keyX, other.owner.keyY, rpIdHash]);
    expect((await execute(other, permission)).error).toBe('NotApproved');
  });
});

describe('from the service to the chain', () => {
  test('a permission that a passkey approved here is approved there by the proof that the app reads, used by its session key, and ended by the call that the owner is told', async () => {
    const service = await startTestService();
    const player = await newPermissionPlayer(service);
    const app = await newHoldingApp(service);
    const { chain, verifier, account, domain } = world;
    chain.setTime(service.clock.nowSeconds());
    await chain.call(account, 'setOwner', [
      hexOf(player.passkey.point.x),
      hexOf(player.passkey.point.y),
      hexOf(sha256('localhost')),
    ]);
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
