import { lamports } from '@solana/kit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ROLE,
  appendPolicyInstruction,
  concatBytes,
  encodeBody,
  encodeHeader,
  rentExemptLamports,
  sha256,
  toBytes32,
} from '@pid/protocol';
import {
  createActiveUser,
  createUser,
  freshAddress,
  readUser,
  setVault,
  withAccount,
  withRole,
  withdrawSol,
  withdrawSolInstructions,
} from './support/wallet.ts';
import type { User, WithdrawBend } from './support/wallet.ts';
import { SOL, balance, createWorld, fund, now, send, setTime, signerFor } from './support/world.ts';
import type { World } from './support/world.ts';

const RENT = rentExemptLamports(0n);
let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  user = await createActiveUser(world);
});

async function refusal(bend: WithdrawBend): Promise<string | null> {
  const before = [readUser(world, user).nonce, balance(world, user.wallet.vault)];
  const { error } = await withdrawSol(world, user, bend);
  expect([readUser(world, user).nonce, balance(world, user.wallet.vault)]).toEqual(before);
  return error;
}

describe('a withdrawal of SOL', () => {
  it('takes exactly amount, attested fee and protocol fee from the vault', async () => {
    const destination = freshAddress();
    const before = {
      relayer: balance(world, world.relayer.address),
      treasury: balance(world, world.treasury.address),
    };
    const result = await withdrawSol(world, user, { destination, amount: 2n * SOL, networkFee: 15_001n });
    expect(result.error).toBeNull();
    expect(balance(world, destination)).toBe(2n * SOL);
    // 10 % of 15,001, rounded up.
    expect(balance(world, world.treasury.address) - before.treasury).toBe(1_501n);
    // The relayer paid two signatures to the cluster: its own and the passkey's.
    expect(balance(world, world.relayer.address) - before.relayer).toBe(15_001n - 10_000n);
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL - 2n * SOL - 15_001n - 1_501n);
    expect(readUser(world, user).nonce).toBe(2n);
  });

  it('cannot be replayed', async () => {
    const instructions = withdrawSolInstructions(world, user);
    expect((await send(world, instructions, [world.relayer])).error).toBeNull();
    expect((await send(world, instructions, [world.relayer])).error).toBe('1:WrongNonce');
  });

  it('cannot be sent twice in one transaction', async () => {
    const pair = withdrawSolInstructions(world, user);
    expect((await send(world, [...pair, ...pair], [world.relayer])).error).toBe('3:WrongNonce');
  });

  it('is bound to destination, amount, policy and mint', async () => {
    const evil = freshAddress();
    expect(await refusal({ instruction: withAccount(3, evil) })).toBe('1:ClientDataMismatch');
    expect(
      await refusal({
        signedIntent: (intent) => (intent.action === 'withdraw' ? { ...intent, amount: 1n } : intent),
      }),
    ).toBe('1:ClientDataMismatch');
    expect(
      await refusal({
        signedIntent: (intent) =>
          intent.action === 'withdraw' ? { ...intent, feePolicyVersion: 2 } : intent,
      }),
    ).toBe('1:ClientDataMismatch');
    expect(
      await refusal({
        signedIntent: (intent) => (intent.action === 'withdraw' ? { ...intent, mint: evil } : intent),
      }),
    ).toBe('1:ClientDataMismatch');
  });

  it('for another account with the same key is refused', async () => {
    const twin: User = { ...createUser(world), passkey: user.passkey };
    expect(
      await refusal({ signedScope: { accountId: twin.wallet.accountId, vault: twin.wallet.vault } }),
    ).toBe('1:ClientDataMismatch');
  });

  it('needs the signature of the relayer in the config', async () => {
    const stranger = await signerFor('stranger');
    fund(world.svm, stranger.address, SOL);
    const asRelayer = withAccount(0, stranger.address);
    expect(await refusal({ instruction: asRelayer, signers: [stranger] })).toBe('1:RelayerNotSigned');
    const unsigned = withRole(0, ROLE.writable);
    expect(await refusal({ instruction: unsigned, signers: [stranger] })).toBe('1:RelayerNotSigned');
    const byAdmin = withAccount(0, world.admin.address);
    expect(await refusal({ instruction: byAdmin, signers: [world.admin] })).toBe('1:RelayerNotSigned');
  });

  it('checks each account', async () => {
    const other = await createActiveUser(world);
    const cases: [number, Parameters<typeof withAccount>[1], string][] = [
      [1, other.wallet.account, '1:WrongPasskey'],
      [1, world.config, '1:BadAccount'],
      [1, user.wallet.vault, '1:BadAccount'],
      [1, world.relayer.address, '1:BadAccount'],
      [2, other.wallet.vault, '1:BadVault'],
      [2, world.relayer.address, '1:BadVault'],
      [4, world.sponsor.address, '1:BadTreasury'],
      [5, user.wallet.account, '1:BadConfig'],
      [5, world.relayer.address, '1:BadConfig'],
      [5, other.wallet.account, '1:BadConfig'],
    ];
    for (const [index, address, error] of cases) {
      expect(await refusal({ instruction: withAccount(index, address) }), `${index}`).toBe(error);
    }
  });

  it('needs the accounts that it writes to be writable', async () => {
    for (const index of [1, 2, 3, 4]) {
      expect(await refusal({ instruction: withRole(index, ROLE.readonly) }), `${index}`).toBe(
        '1:NotWritable',
      );
    }
  });

  it('refuses missing or added accounts and malformed data', async () => {
    expect(await refusal({ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 7) }) })).toBe(
      '1:MissingAccounts',
    );
    expect(
      await refusal({
        instruction: (ix) => ({ ...ix, accounts: [...ix.accounts, ...ix.accounts.slice(0, 1)] }),
      }),
    ).toBe('1:MissingAccounts');
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 20) }) })).toBe(
      '1:MalformedData',
    );
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 36) }) })).toBe(
      '1:MalformedData',
    );
    expect(
      await refusal({ instruction: (ix) => ({ ...ix, data: concatBytes(Uint8Array.of(99), ix.data) }) }),
    ).toBe('1:UnknownInstruction');
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: new Uint8Array(0) }) })).toBe(
      '1:UnknownInstruction',
    );
  });
});

describe('amounts', () => {
  it('of zero are refused', async () => {
    expect(await refusal({ amount: 0n })).toBe('1:ZeroAmount');
  });

  it('may empty the vault, but not overdraw it by a lamport', async () => {
    const fees = 15_000n + 1_500n;
    expect(await refusal({ amount: 10n * SOL - fees + 1n })).toBe('1:VaultShort');
    expect((await withdrawSol(world, user, { amount: 10n * SOL - fees })).error).toBeNull();
    expect(balance(world, user.wallet.vault)).toBe(0n);
  });

  it('may not leave the vault between zero and the rent-exempt minimum', async () => {
    const fees = 15_000n + 1_500n;
    expect(await refusal({ amount: 10n * SOL - fees - 1n })).toBe('1:VaultBelowRent');
    expect(await refusal({ amount: 10n * SOL - fees - RENT + 1n })).toBe('1:VaultBelowRent');
    expect((await withdrawSol(world, user, { amount: 10n * SOL - fees - RENT })).error).toBeNull();
    expect(balance(world, user.wallet.vault)).toBe(RENT);
  });

  it('may not leave a new wallet below the rent-exempt minimum', async () => {
    expect(await refusal({ amount: RENT - 1n })).toBe('1:DestinationBelowRent');
    expect((await withdrawSol(world, user, { amount: RENT })).error).toBeNull();
    expect(
      (await withdrawSol(world, user, { amount: 1n, destination: world.sponsor.address })).error,
    ).toBeNull();
  });

  it('near 2^64 are refused without an overflow', async () => {
    // 2^64 − 1 means the whole balance, so the greatest amount is one less.
    const max = (1n << 64n) - 2n;
    expect(await refusal({ amount: max })).toBe('1:Overflow');
    expect(await refusal({ amount: max - 16_500n })).toBe('1:VaultShort');
    expect(await refusal({ networkFee: max })).toBe('1:FeeAboveCap');
  });

  it('to the relayer or the treasury are added to their fees', async () => {
    const relayerBefore = balance(world, world.relayer.address);
    expect((await withdrawSol(world, user, { destination: world.relayer.address })).error).toBeNull();
    expect(balance(world, world.relayer.address) - relayerBefore).toBe(SOL + 15_000n - 10_000n);
    const treasuryBefore = balance(world, world.treasury.address);
    expect((await withdrawSol(world, user, { destination: world.treasury.address })).error).toBeNull();
    expect(balance(world, world.treasury.address) - treasuryBefore).toBe(SOL + 1_500n);
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL - 2n * SOL - 2n * 16_500n);
  });

  it('to an account of this program are refused', async () => {
    for (const destination of [user.wallet.vault, user.wallet.account, world.config]) {
      expect(await refusal({ destination })).toBe('1:BadDestination');
    }
  });
});

describe('fee policies', () => {
  it('cap the network fee that the relayer attests', async () => {
    expect(await refusal({ networkFee: 100_001n })).toBe('1:FeeAboveCap');
    expect((await withdrawSol(world, user, { networkFee: 100_000n })).error).toBeNull();
    expect((await withdrawSol(world, user, { networkFee: 0n })).error).toBeNull();
  });

  it('that do not exist are refused', async () => {
    expect(await refusal({ policy: 2 })).toBe('1:PolicyUnknown');
    expect(await refusal({ policy: 0xffffffff })).toBe('1:PolicyUnknown');
    const zero = await refusal({
      instruction: (ix) => ({ ...ix, data: Uint8Array.from(ix.data).fill(0, 17, 21) }),
    });
    expect(zero).toBe('1:ClientDataMismatch');
    const signedZero = await refusal({
      challenge: (scope, intent) => {
        const header = encodeHeader(scope, intent).fill(0, 164, 168);
        return toBytes32(sha256(header, encodeBody(intent)));
      },
      instruction: (ix) => ({ ...ix, data: Uint8Array.from(ix.data).fill(0, 17, 21) }),
    });
    expect(signedZero).toBe('1:PolicyUnknown');
  });

  it('stay valid for 600 seconds after their successor, and no longer', async () => {
    const isolated = await createWorld();
    const owner = await createActiveUser(isolated);
    const start = now(isolated);
    const append = appendPolicyInstruction(isolated.program, {
      admin: isolated.admin.address,
      version: 2,
      bps: 0,
      maxNetworkFeeLamports: 20000n,
    });
    expect((await send(isolated, [append], [isolated.admin])).error).toBeNull();
    setTime(isolated.svm, start + 600n);
    expect((await withdrawSol(isolated, owner, { policy: 1, networkFee: 90_000n })).error).toBeNull();
    setTime(isolated.svm, start + 601n);
    expect((await withdrawSol(isolated, owner, { policy: 1 })).error).toBe('1:PolicyDead');
    expect((await withdrawSol(isolated, owner, { policy: 2, networkFee: 20_001n })).error).toBe(
      '1:FeeAboveCap',
    );
    const treasury = balance(isolated, isolated.treasury.address);
    expect((await withdrawSol(isolated, owner, { policy: 2, networkFee: 20_000n })).error).toBeNull();
    expect(balance(isolated, isolated.treasury.address)).toBe(treasury);
  });

  it('refuse to pay a treasury that would stay below the rent-exempt minimum', async () => {
    const isolated = await createWorld();
    const owner = await createActiveUser(isolated);
    const account = isolated.svm.getAccount(isolated.treasury.address);
    if (account.exists) isolated.svm.setAccount({ ...account, lamports: lamports(0n) });
    expect((await withdrawSol(isolated, owner)).error).toBe('1:TreasuryBelowRent');
    expect((await withdrawSol(isolated, owner, { networkFee: 0n })).error).toBeNull();
  });
});

it('an empty vault can be filled and used again', async () => {
  await withdrawSol(world, user, { amount: 10n * SOL - 16_500n });
  expect(balance(world, user.wallet.vault)).toBe(0n);
  fund(world.svm, user.wallet.vault, SOL);
  setVault(world, user, 2n * SOL);
  expect((await withdrawSol(world, user)).error).toBeNull();
});
