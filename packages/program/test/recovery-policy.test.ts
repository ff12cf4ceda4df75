// The recovery policy, which only the passkey can set.
import { lamports } from '@solana/kit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  RECOVERY_BYTES,
  ROLE,
  brandPasskeyPoint,
  encodeBody,
  encodeHeader,
  rentExemptLamports,
  sha256,
  toBytes32,
} from '@pid/protocol';
import type { Guardian, ProgramInstruction, RecoveryPolicy } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import {
  WEEK_SECONDS,
  accountGuardian,
  createSheet,
  passkeyGuardian,
  readRecovery,
  recoveryAddress,
  setPolicy,
  vote,
} from './support/recovery.ts';
import type { PolicyBend } from './support/recovery.ts';
import {
  createActiveUser,
  freshAddress,
  readUser,
  setVault,
  withAccount,
  withRole,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import {
  SOL,
  START,
  balance,
  createWorld,
  editAccount,
  fund,
  now,
  setTime,
  signerFor,
} from './support/world.ts';
import type { World } from './support/world.ts';

const RENT = rentExemptLamports(BigInt(RECOVERY_BYTES));
let world: World;
let user: User;
let friend: User;

beforeAll(async () => {
  world = await createWorld();
  friend = await createActiveUser(world);
});

beforeEach(async () => {
  setTime(world.svm, START);
  user = await createActiveUser(world);
});

const someGuardians = (): Guardian[] => [
  passkeyGuardian(createPasskey()),
  { kind: 'sheet', key: createSheet(user).publicKey },
  accountGuardian(friend),
];

const BODY = 17;
const rewritten = (offset: number, value: number) => (instruction: ProgramInstruction) => ({
  ...instruction,
  data: Uint8Array.from(instruction.data).fill(value, offset, offset + 1),
});

/** Writes a byte into the body that no encoder writes, and signs the body as it is sent. */
const signedAsSent = (offset: number, value: number): PolicyBend => ({
  challenge: (scope, intent) =>
    toBytes32(sha256(encodeHeader(scope, intent), encodeBody(intent).fill(value, offset, offset + 1))),
  instruction: rewritten(BODY + offset, value),
});

describe('a policy', () => {
  it('takes its rent from the vault and changes neither nonce nor epoch of the wallet', async () => {
    const guardians = someGuardians();
    expect((await setPolicy(world, user, { guardians, threshold: 2 })).error).toBeNull();
    expect(readRecovery(world, user)).toMatchObject({
      guardians,
      threshold: 2,
      delaySeconds: WEEK_SECONDS,
      nonce: 1n,
      accountId: user.wallet.accountId,
      votes: [null, null, null],
    });
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL - RENT);
    expect(balance(world, recoveryAddress(world, user))).toBe(RENT);
    expect(readUser(world, user)).toMatchObject({ nonce: 1n, epoch: 0 });
  });

  it('can be paid by any sender when the vault is empty', async () => {
    const payer = await signerFor('stranger');
    fund(world.svm, payer.address, SOL);
    setVault(world, user, 0n);
    expect((await setPolicy(world, user, { guardians: someGuardians() }, { payer })).error).toBeNull();
    expect(balance(world, recoveryAddress(world, user))).toBe(RENT);
  });

  it('takes only the missing rent, and never leaves the vault below its rent-exempt minimum', async () => {
    setVault(world, user, RENT + 1n);
    expect((await setPolicy(world, user, { guardians: someGuardians() })).error).toBe('1:VaultBelowRent');
    setVault(world, user, RENT - 1n);
    expect((await setPolicy(world, user, { guardians: someGuardians() })).error).toBe('1:VaultShort');
    fund(world.svm, recoveryAddress(world, user), SOL / 1_000n);
    setVault(world, user, RENT - SOL / 1_000n);
    expect((await setPolicy(world, user, { guardians: someGuardians() })).error).toBeNull();
    expect(balance(world, user.wallet.vault)).toBe(0n);
  });

  it('is changed and removed immediately, without new rent; its votes are deleted', async () => {
    const helper = createPasskey();
    await setPolicy(world, user, { guardians: [passkeyGuardian(helper), accountGuardian(friend)] });
    expect((await vote(world, user, 0, helper, createPasskey().point)).error).toBeNull();
    const guardians = [passkeyGuardian(helper)];
    const vault = balance(world, user.wallet.vault);
    expect((await setPolicy(world, user, { guardians, delaySeconds: 86_400 })).error).toBeNull();
    expect(readRecovery(world, user)).toMatchObject({ guardians, nonce: 2n, votes: [null] });
    expect((await setPolicy(world, user, { guardians: [], threshold: 0, delaySeconds: 0 })).error).toBeNull();
    expect(readRecovery(world, user)).toMatchObject({ guardians: [], nonce: 3n, threshold: 0 });
    expect(balance(world, user.wallet.vault)).toBe(vault);
    expect((await vote(world, user, 0, helper, createPasskey().point)).error).toBe('1:NoSuchGuardian');
  });

  it('has one to five guardians and a delay of one to thirty days', async () => {
    const five = Array.from({ length: 5 }, () => passkeyGuardian(createPasskey()));
    const most = { guardians: five, threshold: 5, delaySeconds: 2_592_000 };
    expect((await setPolicy(world, user, most)).error).toBeNull();
    const least = { guardians: five.slice(0, 1), threshold: 1, delaySeconds: 86_400 };
    expect((await setPolicy(world, user, least)).error).toBeNull();
  });
});

describe('a policy is refused', () => {
  const refusal = async (policy: Partial<RecoveryPolicy>, bend: PolicyBend = {}) => {
    const before = readRecovery(world, user);
    const { error } = await setPolicy(world, user, { guardians: someGuardians(), ...policy }, bend);
    expect(readRecovery(world, user)).toEqual(before);
    return error;
  };

  it('with a threshold of zero or above the number of guardians, or a delay out of range', async () => {
    expect(await refusal({ threshold: 0 })).toBe('1:BadThreshold');
    expect(await refusal({ threshold: 4 })).toBe('1:BadThreshold');
    expect(await refusal({ delaySeconds: 86_399 })).toBe('1:BadDelay');
    expect(await refusal({ delaySeconds: 2_592_001 })).toBe('1:BadDelay');
    expect(await refusal({ guardians: [], threshold: 0 })).toBe('1:MalformedData');
    expect(await refusal({ guardians: [], threshold: 1, delaySeconds: 0 })).toBe('1:MalformedData');
  });

  it('with a guardian twice, the account itself or its current passkey', async () => {
    const guardian = passkeyGuardian(createPasskey());
    expect(await refusal({ guardians: [accountGuardian(friend), guardian, guardian] })).toBe(
      '1:GuardianTwice',
    );
    const asSheet: Guardian = { kind: 'sheet', key: brandPasskeyPoint(createPasskey().point) };
    expect(await refusal({ guardians: [asSheet, { kind: 'passkey', key: asSheet.key }] })).toBe(
      '1:GuardianTwice',
    );
    expect(await refusal({ guardians: [accountGuardian(friend), accountGuardian(friend)] })).toBe(
      '1:GuardianTwice',
    );
    expect(await refusal({ guardians: [accountGuardian(user)] })).toBe('1:GuardianIsOwner');
    expect(await refusal({ guardians: [passkeyGuardian(user.passkey)] })).toBe('1:GuardianIsOwner');
    expect(await refusal({ guardians: [{ kind: 'sheet', key: user.passkey.point }] })).toBe(
      '1:GuardianIsOwner',
    );
  });

  it('with a malformed guardian', async () => {
    const bad = brandPasskeyPoint(Uint8Array.from(createPasskey().point).fill(4, 0, 1));
    expect(await refusal({ guardians: [{ kind: 'passkey', key: bad }] })).toBe('1:BadGuardian');
    const changes: [offset: number, value: number, error: string][] = [
      [8, 0, '1:BadGuardian'],
      [8, 4, '1:BadGuardian'],
      [41, 7, '1:BadGuardian'],
      [2, 1, '1:MalformedData'],
      [3, 1, '1:MalformedData'],
    ];
    for (const [offset, value, error] of changes) {
      const guardians = [accountGuardian(friend)];
      expect(await refusal({ guardians }, signedAsSent(offset, value))).toBe(error);
    }
  });

  it('with a sixth guardian, even if it is signed', async () => {
    const five = Array.from({ length: 5 }, () => passkeyGuardian(createPasskey()));
    const sixth = Uint8Array.of(1, ...createPasskey().point);
    const withSixth = (body: Uint8Array): Uint8Array =>
      Uint8Array.of(...Uint8Array.from(body).fill(6, 1, 2), ...sixth);
    const end = BODY + 8 + 5 * 34;
    const bend: PolicyBend = {
      challenge: (scope, intent) =>
        toBytes32(sha256(encodeHeader(scope, intent), withSixth(encodeBody(intent)))),
      instruction: (ix) => ({
        ...ix,
        data: Uint8Array.of(
          ...ix.data.subarray(0, BODY),
          ...withSixth(ix.data.subarray(BODY, end)),
          ...ix.data.subarray(end),
        ),
      }),
    };
    expect(await refusal({ guardians: five }, bend)).toBe('1:MalformedData');
  });

  it('with a wrong passkey, expiry, nonce, account or data', async () => {
    const stranger = await createActiveUser(world);
    const cases: [PolicyBend, string][] = [
      [{ passkey: createPasskey() }, '1:WrongPasskey'],
      [{ expiry: now(world) - 1n }, '1:ExpiryPassed'],
      [{ expiry: now(world) + 601n }, '1:ExpiryTooFar'],
      [{ nonce: 1n }, '1:WrongNonce'],
      [{ signedIntent: (intent) => ({ ...intent, threshold: 3 }) as never }, '1:ClientDataMismatch'],
      [{ instruction: withAccount(1, world.config) }, '1:BadAccount'],
      [{ instruction: withAccount(2, freshAddress()) }, '1:BadAddress'],
      [{ instruction: withAccount(2, recoveryAddress(world, stranger)) }, '1:BadAddress'],
      [{ instruction: withAccount(2, user.wallet.account) }, '1:BadRecovery'],
      [{ instruction: withRole(2, ROLE.readonly) }, '1:NotWritable'],
      [{ instruction: withAccount(3, user.wallet.account) }, '1:BadConfig'],
      [{ instruction: withAccount(4, freshAddress()) }, '1:BadInstructionsSysvar'],
      [{ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 5) }) }, '1:MissingAccounts'],
      [{ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 18) }) }, '1:MalformedData'],
      [{ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 100) }) }, '1:MalformedData'],
      [{ instruction: rewritten(18, 6) }, '1:MalformedData'],
    ];
    for (const [bend, error] of cases) expect(await refusal({}, bend)).toBe(error);
    // The vault of another wallet cannot pay.
    const foreign = withAccount(0, stranger.wallet.vault, ROLE.writable);
    expect((await setPolicy(world, user, { guardians: someGuardians() }, { instruction: foreign })).ok).toBe(
      false,
    );
    expect(balance(world, stranger.wallet.vault)).toBe(10n * SOL);
  });

  it('with an old signature or the recovery account of another wallet', async () => {
    const stranger = await createActiveUser(world);
    await setPolicy(world, stranger, { guardians: someGuardians() });
    await setPolicy(world, user, { guardians: someGuardians() });
    expect(await refusal({}, { nonce: 0n })).toBe('1:WrongNonce');
    const elsewhere = withAccount(2, recoveryAddress(world, stranger));
    expect(await refusal({}, { instruction: elsewhere })).toBe('1:BadRecovery');
    editAccount(world.svm, recoveryAddress(world, user), (data) => data.fill(0xff, 8, 16));
    expect((await setPolicy(world, user, { guardians: someGuardians() })).error).toBe('1:Overflow');
  });

  it('with an account that only looks like a recovery account', async () => {
    await setPolicy(world, user, { guardians: someGuardians() });
    const address = recoveryAddress(world, user);
    const account = world.svm.getAccount(address);
    if (!account.exists) throw new Error('no recovery account');
    const data = Uint8Array.from(account.data);
    for (const [change, error] of [
      [{ data: data.slice(0, -1) }, '1:BadRecovery'],
      [{ data: Uint8Array.from(data).fill(4, 0, 1) }, '1:BadRecovery'],
      [{ programAddress: world.game }, '1:BadRecovery'],
    ] as const) {
      world.svm.setAccount({ ...account, ...change, lamports: lamports(SOL) });
      const { error: refused } = await setPolicy(world, user, { guardians: someGuardians() }, { nonce: 1n });
      expect(refused).toBe(error);
    }
  });
});
