import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_BYTES, ROLE, activationLamports, rentExemptLamports } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import { activate, createUser, readUser, withAccount, withRole } from './support/wallet.ts';
import type { ActivateBend, User } from './support/wallet.ts';
import { SOL, balance, createWorld, fund, now, signerFor } from './support/world.ts';
import type { World } from './support/world.ts';

const ACCOUNT_RENT = rentExemptLamports(BigInt(ACCOUNT_BYTES));
let world: World;

beforeAll(async () => {
  world = await createWorld();
});

function fundedUser(lamports = SOL): User {
  const user = createUser(world);
  fund(world.svm, user.wallet.vault, lamports);
  return user;
}

async function refusal(bend: ActivateBend, user = fundedUser()): Promise<string | null> {
  const before = balance(world, user.wallet.vault);
  const { error } = await activate(world, user, bend);
  expect(balance(world, user.wallet.vault)).toBe(before);
  return error;
}

describe('activation', () => {
  it('is paid by the vault: rent, network fee, protocol fee', async () => {
    const required = activationLamports(15_000n, ACCOUNT_RENT, 1_000);
    expect(required).toBe(ACCOUNT_RENT + 16_500n);
    const user = fundedUser(required);
    const [relayer, treasury] = [
      balance(world, world.relayer.address),
      balance(world, world.treasury.address),
    ];
    expect((await activate(world, user)).error).toBeNull();
    expect(balance(world, user.wallet.vault)).toBe(0n);
    expect(balance(world, user.wallet.account)).toBe(ACCOUNT_RENT);
    // The relayer pays for three signatures: relayer, registrar, passkey.
    expect(balance(world, world.relayer.address) - relayer).toBe(15_000n - 15_000n);
    expect(balance(world, world.treasury.address) - treasury).toBe(1_500n);
    const account = readUser(world, user);
    expect(account).toMatchObject({ nonce: 1n, epoch: 0 });
    expect(account.accountId).toEqual(user.wallet.accountId);
    expect(account.authority).toEqual(user.passkey.point);
  });

  it('happens only once, even with another key', async () => {
    const user = fundedUser();
    expect((await activate(world, user)).error).toBeNull();
    expect(await refusal({}, user)).toBe('1:AlreadyActivated');
    expect(await refusal({}, { ...user, passkey: createPasskey() })).toBe('1:AlreadyActivated');
  });

  it('needs less rent if a stranger sent lamports to the account before', async () => {
    const user = fundedUser();
    fund(world.svm, user.wallet.account, 1_000_000n);
    expect((await activate(world, user)).error).toBeNull();
    expect(balance(world, user.wallet.account)).toBe(ACCOUNT_RENT);
    expect(balance(world, user.wallet.vault)).toBe(SOL - 16_500n - (ACCOUNT_RENT - 1_000_000n));
    const rich = fundedUser();
    fund(world.svm, rich.wallet.account, 3n * SOL);
    expect((await activate(world, rich)).error).toBeNull();
    expect(balance(world, rich.wallet.vault)).toBe(SOL - 16_500n);
  });

  it('needs the signatures of the right relayer and the right registrar', async () => {
    const stranger = await signerFor('stranger');
    fund(world.svm, stranger.address, SOL);
    const cases: [ActivateBend, string][] = [
      [
        { instruction: withRole(0, ROLE.writable), signers: [stranger, world.registrar] },
        '1:RelayerNotSigned',
      ],
      [
        { instruction: withAccount(0, stranger.address), signers: [stranger, world.registrar] },
        '1:RelayerNotSigned',
      ],
      [{ instruction: withRole(1, ROLE.readonly), signers: [world.relayer] }, '1:RegistrarNotSigned'],
      [
        { instruction: withAccount(1, stranger.address), signers: [world.relayer, stranger] },
        '1:RegistrarNotSigned',
      ],
      [
        { instruction: withAccount(1, world.relayer.address), signers: [world.relayer] },
        '1:RegistrarNotSigned',
      ],
    ];
    for (const [bend, error] of cases) expect(await refusal(bend)).toBe(error);
  });

  it('needs the signature of the new authority', async () => {
    expect(await refusal({ passkey: createPasskey() })).toBe('1:WrongPasskey');
    const point = createPasskey().point;
    expect(await refusal({ point })).toBe('0:Custom(2)');
    const edit = (data: Uint8Array) => Uint8Array.from(data).fill(4, 33, 34);
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: edit(ix.data) }) })).toBe('1:BadPasskey');
  });

  it('is bound to nonce 0, account, policy, expiry and relying party', async () => {
    const other = createUser(world);
    expect(await refusal({ signedScope: { nonce: 1n } })).toBe('1:ClientDataMismatch');
    expect(await refusal({ signedScope: { accountId: other.wallet.accountId } })).toBe(
      '1:ClientDataMismatch',
    );
    expect(await refusal({ signedScope: { vault: other.wallet.vault } })).toBe('1:ClientDataMismatch');
    expect(
      await refusal({
        signedIntent: (intent) =>
          intent.action === 'activate' ? { ...intent, feePolicyVersion: 9 } : intent,
      }),
    ).toBe('1:ClientDataMismatch');
    expect(
      await refusal({
        signedIntent: (intent) =>
          intent.action === 'activate' ? { ...intent, rpIdHash: other.wallet.accountId } : intent,
      }),
    ).toBe('1:ClientDataMismatch');
    expect(await refusal({ expiry: now(world) - 1n })).toBe('1:ExpiryPassed');
    expect(await refusal({ expiry: now(world) + 601n })).toBe('1:ExpiryTooFar');
  });

  it('checks each account', async () => {
    const other = createUser(world);
    fund(world.svm, other.wallet.vault, SOL);
    expect(await refusal({ instruction: withAccount(2, other.wallet.account) })).toBe('1:BadAddress');
    expect(await refusal({ instruction: withAccount(2, world.config) })).toBe('1:AlreadyActivated');
    expect(await refusal({ instruction: withAccount(3, other.wallet.vault) })).toBe('1:BadVault');
    expect(await refusal({ instruction: withAccount(4, world.sponsor.address) })).toBe('1:BadTreasury');
    expect(await refusal({ instruction: withAccount(5, world.sponsor.address) })).toBe('1:BadConfig');
    for (const index of [2, 3, 4]) {
      expect(await refusal({ instruction: withRole(index, ROLE.readonly) })).toBe('1:NotWritable');
    }
    expect(await refusal({ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(1) }) })).toBe(
      '1:MissingAccounts',
    );
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 85) }) })).toBe(
      '1:MalformedData',
    );
  });

  it('is refused if the vault lacks one lamport or would keep dust', async () => {
    const required = ACCOUNT_RENT + 16_500n;
    expect(await refusal({}, fundedUser(required - 1n))).toBe('1:VaultShort');
    expect(await refusal({}, fundedUser(required + 1n))).toBe('1:VaultBelowRent');
    expect((await activate(world, fundedUser(required + rentExemptLamports(0n)))).error).toBeNull();
  });

  it('follows the fee policy', async () => {
    expect(await refusal({ networkFee: 100_001n })).toBe('1:FeeAboveCap');
    expect(await refusal({ policy: 2 })).toBe('1:PolicyUnknown');
  });
});
