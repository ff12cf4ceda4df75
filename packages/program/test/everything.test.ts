import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, findTokenAccountAddress, rentExemptLamports } from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { createMint, freeze, giveTokens, setTokenAccount, tokenBalance } from './support/tokens.ts';
import {
  createActiveUser,
  exitSol,
  exitSpl,
  freshAddress,
  readUser,
  setVault,
  withdrawSol,
  withdrawSpl,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, balance, createWorld, fund } from './support/world.ts';
import type { World } from './support/world.ts';

const RENT = rentExemptLamports(0n);
const FEES = 16_500n;
let world: World;
let user: User;
let destination: Address;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  user = await createActiveUser(world);
  destination = freshAddress();
});

const everything = () => ({ amount: EVERYTHING, destination });

describe('the maximum number as an amount', () => {
  it('withdraws all SOL after fees, including lamports that a stranger added after the signature', async () => {
    fund(world.svm, user.wallet.vault, 1n);
    expect((await withdrawSol(world, user, everything())).error).toBeNull();
    expect(balance(world, user.wallet.vault)).toBe(0n);
    expect(balance(world, destination)).toBe(10n * SOL + 1n - FEES);
  });

  it('exits with all SOL', async () => {
    expect((await exitSol(world, user, everything())).error).toBeNull();
    expect([balance(world, user.wallet.vault), balance(world, destination)]).toEqual([0n, 10n * SOL]);
  });

  it('is refused if fees leave nothing, a negative amount, or less than a new wallet must hold', async () => {
    for (const held of [FEES - 1n, FEES]) {
      setVault(world, user, held);
      expect((await withdrawSol(world, user, everything())).error).toBe('1:VaultShort');
    }
    setVault(world, user, FEES + RENT - 1n);
    expect((await withdrawSol(world, user, everything())).error).toBe('1:DestinationBelowRent');
    setVault(world, user, FEES + RENT);
    expect((await withdrawSol(world, user, everything())).error).toBeNull();
    expect((await exitSol(world, user, everything())).error).toBe('1:VaultShort');
    expect(readUser(world, user).nonce).toBe(2n);
  });

  it('pays the right amounts if relayer or treasury is the receiver', async () => {
    for (const { address } of [world.relayer, world.treasury]) {
      if (balance(world, user.wallet.vault) === 0n) fund(world.svm, user.wallet.vault, SOL);
      setVault(world, user, SOL);
      const before = balance(world, address);
      expect((await withdrawSol(world, user, { ...everything(), destination: address })).error).toBeNull();
      const share = address === world.relayer.address ? 15_000n - 10_000n : 1_500n;
      expect(balance(world, address) - before).toBe(SOL - FEES + share);
      expect(balance(world, user.wallet.vault)).toBe(0n);
    }
  });

  it.each([
    ['withdrawal', withdrawSpl],
    ['exit', exitSpl],
  ])('empties a token account by %s', async (_, move) => {
    const mint = createMint(world);
    const source = giveTokens(world, user, mint, 777n);
    expect((await move(world, user, mint, everything())).error).toBeNull();
    expect(tokenBalance(world, source)).toBe(0n);
    expect(tokenBalance(world, findTokenAccountAddress(destination, mint).address)).toBe(777n);
    expect((await move(world, user, mint, everything())).error).toBe('1:TokenInsufficient');
    expect((await move(world, user, mint, { ...everything(), amount: EVERYTHING - 1n })).error).toBe(
      '1:TokenInsufficient',
    );
    giveTokens(world, user, mint, 5n);
    freeze(world, source);
    expect((await move(world, user, mint, everything())).error).toBe('1:TokenAccountFrozen');
  });

  it.each([
    ['withdrawal', withdrawSpl],
    ['exit', exitSpl],
  ])('takes tokens only from the associated account, by %s', async (_, move) => {
    const mint = createMint(world);
    const associated = giveTokens(world, user, mint, 777n);
    const dust = freshAddress();
    setTokenAccount(world, dust, { mint, owner: user.wallet.vault, amount: 1n });
    const { nonce } = readUser(world, user);
    expect((await move(world, user, mint, { ...everything(), source: dust })).error).toBe(
      '1:TokenSourceNotAssociated',
    );
    expect(readUser(world, user).nonce).toBe(nonce);
    expect((await move(world, user, mint, { amount: 1n, destination, source: dust })).error).toBeNull();
    expect((await move(world, user, mint, everything())).error).toBeNull();
    expect([tokenBalance(world, associated), tokenBalance(world, dust)]).toEqual([0n, 0n]);
  });

  it('must be signed: a number and everything cannot replace each other', async () => {
    const swap = (amount: bigint) => ({
      signedIntent: <T>(intent: T): T => ({ ...intent, amount }),
    });
    expect((await withdrawSol(world, user, { amount: SOL, ...swap(EVERYTHING) })).error).toBe(
      '1:ClientDataMismatch',
    );
    expect((await exitSol(world, user, { amount: EVERYTHING, ...swap(SOL) })).error).toBe(
      '1:ClientDataMismatch',
    );
  });
});
