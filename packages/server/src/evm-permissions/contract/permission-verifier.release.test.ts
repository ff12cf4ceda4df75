import { hexOf, permissionDigest, toEvmAddress, type Permission } from '@pid/protocol/evm';
import { encodeFunctionData } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN, assertFor, softKey, toHighS, type AssertionChanges } from '../testing/soft-keys.ts';
import {
  approve,
  compiled,
  day,
  erc20,
  execute,
  friend,
  game,
  newWorld,
  noon,
  onChain,
  ownership,
  permissionOf,
  play,
  send,
  signedCall,
  token,
  verifyingErrors,
  type CallChanges,
  type World,
} from './testing/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

describe('approval by the owner', () => {
  test("accepts the owner's assertion over the digest, for less than 110,000 gas", async () => {
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
    ['made on another origin', { tail: 'https://evil.localhost","crossOrigin":false}' }, 'WrongOrigin'],
    [
      'made on an origin that begins like it',
      { tail: `${ORIGIN}.evil","crossOrigin":false}` },
      'WrongOrigin',
    ],
    [
      'made on an origin that it begins with',
      { tail: 'http://localhost:410","crossOrigin":false}' },
      'WrongOrigin',
    ],
    ['whose words end with the origin', { tail: `${ORIGIN}"` }, 'WrongOrigin'],
    ['whose words go on otherwise', { tail: `${ORIGIN}" ,"crossOrigin":false}` }, 'WrongOrigin'],
    ['made in a frame of another site', { tail: `${ORIGIN}","crossOrigin":true}` }, 'CrossOrigin'],
    [
      'made in such a frame, told late',
      { tail: `${ORIGIN}","crossOrigin":false,"topOrigin":"x","crossOrigin":true}` },
      'CrossOrigin',
    ],
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

  test.each(['}', ',"crossOrigin":false}', ',"crossOrigin":false,"other_keys_can_be_added_here":"…"}'])(
    'accepts the other endings of clientDataJSON that browsers produce: %s',
    async (end) => {
      expect((await approve(world, permissionOf(world), { tail: `${ORIGIN}"${end}` })).error).toBeNull();
    },
  );

  test.each(['', 'https://a b', 'https://a"', 'https://a\\', 'https://\u00fc', `https://${'a'.repeat(121)}`])(
    'refuses to set an owner with the origin %j',
    async (origin) => {
      const set = await world.chain.call(
        world.account,
        'setOwner',
        ownership(softKey(), origin),
        verifyingErrors,
      );
      expect(set.error).toBe('BadOrigin');
    },
  );

  test('refuses truncated authenticator data', async () => {
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

  test('succeeds with a valid signature, once per nonce', async () => {
    const { call, signature } = signedCall(world, permission);
    const first = await send(world, permission, call, signature);
    expect(first.error).toBeNull();
    expect(first.gas).toBeLessThan(150_000n);
    expect((await send(world, permission, call, signature)).error).toBe('NonceUsed');
    const again = signedCall(world, permission, { nonce: call.nonce });
    expect((await send(world, permission, again.call, again.signature)).error).toBe('NonceUsed');
  });

  test('is refused for a high s, although the precompile accepts it', async () => {
    const { call, signature } = signedCall(world, permission);
    expect((await send(world, permission, call, toHighS(signature))).error).toBe('HighS');
  });

  test.each<[string, CallChanges]>([
    ['target', { to: token }],
    ['value', { value: 1n }],
    ['data', { data: '0x1234567800' }],
    ['nonce', { nonce: 10n ** 30n }],
    ['deadline', { deadline: noon + 499 * day }],
  ])('is refused when its %s differs from the signed one', async (_name, changes) => {
    const { call, signature } = signedCall(world, permission);
    expect((await send(world, permission, { ...call, ...changes }, signature)).error).toBe(
      'BadCallSignature',
    );
  });

  test('is refused when another key signed it', async () => {
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

  test('is accepted in the very second of its deadline', async () => {
    expect((await execute(world, permission, { deadline: noon })).error).toBeNull();
  });

  test('is refused for the account itself, the verifier and refused functions, even if the owner listed them', async () => {
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

  test('is refused before the start, from the expiry on, without approval and permanently after revocation', async () => {
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

  test('counts a token approval as spending, so that approvals cannot bypass a limit', async () => {
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

  test('is refused for value without a native limit; a listed plain payment is allowed', async () => {
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

  test('is refused for an unknown period', async () => {
    const odd = permissionOf(world, { spend: [{ token: null, limit: 5n, period: 'hour' }] });
    const message = { ...onChain(odd), spend: [{ ...onChain(odd).spend[0], period: 4 }] };
    const outcome = await world.chain.call(world.verifier, 'remaining', [world.account.address, message]);
    expect(outcome.error).toBe('UnknownPeriod');
  });
});
