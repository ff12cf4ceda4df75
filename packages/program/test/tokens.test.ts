import { lamports } from '@solana/kit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ROLE,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  findTokenAccountAddress,
  rentExemptLamports,
} from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { createMint, freeze, giveTokens, setTokenAccount, tokenBalance } from './support/tokens.ts';
import {
  createActiveUser,
  exitSpl,
  freshAddress,
  readUser,
  setVault,
  withAccount,
  withRole,
  withdrawSpl,
} from './support/wallet.ts';
import type { User, WithdrawBend } from './support/wallet.ts';
import { SOL, balance, createWorld } from './support/world.ts';
import type { World } from './support/world.ts';

const TOKEN_RENT = rentExemptLamports(165n);
let world: World;
let user: User;
let mint: Address;
let source: Address;
let destination: Address;
let target: Address;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  user = await createActiveUser(world);
  mint = createMint(world);
  source = giveTokens(world, user, mint, 1_000n);
  destination = freshAddress();
  target = findTokenAccountAddress(destination, mint).address;
  setTokenAccount(world, target, { mint, owner: destination, amount: 0n });
});

async function refusal(bend: WithdrawBend, asset = mint): Promise<string | null> {
  const before = [
    readUser(world, user).nonce,
    balance(world, user.wallet.vault),
    tokenBalance(world, source),
  ];
  const { error } = await withdrawSpl(world, user, asset, { destination, ...bend });
  const after = [readUser(world, user).nonce, balance(world, user.wallet.vault), tokenBalance(world, source)];
  expect(after).toEqual(before);
  return error;
}

describe('a withdrawal of tokens', () => {
  it('moves them to the associated account and charges the attested fee', async () => {
    const treasury = balance(world, world.treasury.address);
    expect((await withdrawSpl(world, user, mint, { destination, amount: 400n })).error).toBeNull();
    expect(tokenBalance(world, target)).toBe(400n);
    expect(tokenBalance(world, source)).toBe(600n);
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL - 16_500n);
    expect(balance(world, world.treasury.address) - treasury).toBe(1_500n);
  });

  it('creates a missing account: measured rent is refunded to the relayer and carries no protocol fee', async () => {
    const fresh = freshAddress();
    const [relayer, treasury] = [
      balance(world, world.relayer.address),
      balance(world, world.treasury.address),
    ];
    const result = await withdrawSpl(world, user, mint, { destination: fresh, amount: 1_000n });
    expect(result.error).toBeNull();
    const created = findTokenAccountAddress(fresh, mint).address;
    expect(tokenBalance(world, created)).toBe(1_000n);
    expect(balance(world, created)).toBe(TOKEN_RENT);
    const protocol = 1_500n;
    expect(balance(world, world.relayer.address) - relayer).toBe(15_000n - 10_000n);
    expect(balance(world, world.treasury.address) - treasury).toBe(protocol);
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL - TOKEN_RENT - 15_000n - protocol);
  });

  it('charges only the missing rent if a stranger has sent lamports to the account', async () => {
    const fresh = freshAddress();
    const created = findTokenAccountAddress(fresh, mint).address;
    const account = world.svm.getAccount(world.sponsor.address);
    if (account.exists) {
      world.svm.setAccount({ ...account, address: created, lamports: lamports(1_000_000n) });
    }
    expect((await withdrawSpl(world, user, mint, { destination: fresh })).error).toBeNull();
    const missing = TOKEN_RENT - 1_000_000n;
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL - missing - 16_500n);
  });

  it('takes from any token account of the vault', async () => {
    const other = freshAddress();
    setTokenAccount(world, other, { mint, owner: user.wallet.vault, amount: 5n });
    expect(
      (await withdrawSpl(world, user, mint, { destination, source: other, amount: 5n })).error,
    ).toBeNull();
    expect(tokenBalance(world, target)).toBe(5n);
  });

  it('is refused for an account that is not a mint of the token program', async () => {
    expect(await refusal({}, freshAddress())).toBe('1:BadMint');
    expect(await refusal({}, target)).toBe('1:BadMint');
    // The zero key would mean SOL.
    expect(await refusal({ instruction: withAccount(8, SYSTEM_PROGRAM) })).toBe('1:BadMint');
    const uninitialised = createMint(world);
    const account = world.svm.getAccount(uninitialised);
    if (account.exists) world.svm.setAccount({ ...account, data: new Uint8Array(82) });
    expect(await refusal({}, uninitialised)).toBe('1:BadMint');
  });

  it('is refused for a Token-2022 mint or source', async () => {
    const hooked = createMint(world, TOKEN_2022_PROGRAM);
    giveTokens(world, user, hooked, 5n);
    expect(await refusal({}, hooked)).toBe('1:Token2022NotSupported');
    const foreign = freshAddress();
    setTokenAccount(world, foreign, {
      mint,
      owner: user.wallet.vault,
      amount: 5n,
      program: TOKEN_2022_PROGRAM,
    });
    expect(await refusal({ source: foreign })).toBe('1:BadTokenSource');
  });

  it('is refused for a source of another owner, mint, state or size', async () => {
    const other = freshAddress();
    setTokenAccount(world, other, { mint, owner: destination, amount: 5n });
    expect(await refusal({ source: other })).toBe('1:BadTokenSource');
    setTokenAccount(world, other, { mint: createMint(world), owner: user.wallet.vault, amount: 5n });
    expect(await refusal({ source: other })).toBe('1:BadTokenSource');
    setTokenAccount(world, other, { mint, owner: user.wallet.vault, amount: 5n, state: 0 });
    expect(await refusal({ source: other })).toBe('1:BadTokenSource');
    expect(await refusal({ source: mint })).toBe('1:BadTokenSource');
  });

  it('is refused when the source or the destination is frozen', async () => {
    freeze(world, source);
    expect(await refusal({})).toBe('1:TokenAccountFrozen');
    giveTokens(world, user, mint, 1_000n);
    freeze(world, target);
    expect(await refusal({})).toBe('1:TokenAccountFrozen');
  });

  it('is refused when the associated account no longer belongs to the receiver', async () => {
    setTokenAccount(world, target, { mint, owner: freshAddress(), amount: 0n });
    expect(await refusal({})).toBe('1:TokenDestinationOwner');
    setTokenAccount(world, target, { mint: createMint(world), owner: destination, amount: 0n });
    expect(await refusal({})).toBe('1:TokenDestinationOwner');
    setTokenAccount(world, target, { mint, owner: destination, amount: 0n, program: TOKEN_2022_PROGRAM });
    expect(await refusal({})).toBe('1:TokenDestinationOwner');
    setTokenAccount(world, target, { mint, owner: destination, amount: 0n, state: 0 });
    expect(await refusal({})).toBe('1:TokenDestinationOwner');
  });

  it('is refused to any other token account of the receiver', async () => {
    const aside = freshAddress();
    setTokenAccount(world, aside, { mint, owner: destination, amount: 0n });
    expect(await refusal({ instruction: withAccount(10, aside) })).toBe('1:BadTokenDestination');
    expect(await refusal({ instruction: withAccount(10, source) })).toBe('1:BadTokenDestination');
  });

  it('is refused above the balance, for zero, and to its own vault', async () => {
    expect(await refusal({ amount: 1_001n })).toBe('1:TokenInsufficient');
    expect(await refusal({ amount: 0n })).toBe('1:ZeroAmount');
    expect(await refusal({ destination: user.wallet.vault })).toBe('1:BadDestination');
  });

  it('is refused with other programs in place of the token programs', async () => {
    expect(await refusal({ instruction: withAccount(11, TOKEN_2022_PROGRAM) })).toBe('1:BadTokenProgram');
    expect(await refusal({ instruction: withAccount(11, world.game) })).toBe('1:BadTokenProgram');
    expect(await refusal({ instruction: withAccount(12, world.game) })).toBe('1:BadTokenProgram');
  });

  it('is refused when the vault cannot pay the fees in SOL', async () => {
    setVault(world, user, 16_499n);
    expect(await refusal({})).toBe('1:VaultShort');
    setVault(world, user, 16_501n);
    expect(await refusal({})).toBe('1:VaultBelowRent');
    setVault(world, user, 16_500n);
    expect((await withdrawSpl(world, user, mint, { destination })).error).toBeNull();
  });

  it('needs all its accounts, and the ones that it writes as writable', async () => {
    for (const index of [1, 2, 4, 9, 10]) {
      expect(await refusal({ instruction: withRole(index, ROLE.readonly) })).toBe('1:NotWritable');
    }
    expect(await refusal({ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 12) }) })).toBe(
      '1:MissingAccounts',
    );
  });

  it('is bound to the mint that was signed', async () => {
    const worthless = createMint(world);
    const signedIntent: WithdrawBend['signedIntent'] = (intent) =>
      intent.action === 'withdraw' ? { ...intent, mint: worthless } : intent;
    expect(await refusal({ signedIntent })).toBe('1:ClientDataMismatch');
  });
});

describe('an exit of tokens', () => {
  it('costs the vault nothing, and any payer creates the missing account', async () => {
    const fresh = freshAddress();
    const payer = balance(world, world.sponsor.address);
    expect((await exitSpl(world, user, mint, { destination: fresh, amount: 1_000n })).error).toBeNull();
    expect(tokenBalance(world, findTokenAccountAddress(fresh, mint).address)).toBe(1_000n);
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
    expect(payer - balance(world, world.sponsor.address)).toBe(TOKEN_RENT + 10_000n);
  });

  it('works from an empty vault', async () => {
    setVault(world, user, 0n);
    expect((await exitSpl(world, user, mint, { destination, amount: 7n })).error).toBeNull();
    expect(tokenBalance(world, target)).toBe(7n);
  });

  it('is refused for wrong amounts and accounts', async () => {
    const other = await createActiveUser(world);
    const cases: [WithdrawBend, string][] = [
      [{ amount: 1_001n }, '1:TokenInsufficient'],
      [{ amount: 0n }, '1:ZeroAmount'],
      [{ instruction: withAccount(2, other.wallet.vault) }, '1:BadVault'],
      [{ instruction: withAccount(3, freshAddress()) }, '1:ClientDataMismatch'],
      [{ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 11) }) }, '1:MissingAccounts'],
      [{ instruction: withRole(1, ROLE.readonly) }, '1:NotWritable'],
    ];
    for (const [bend, error] of cases) {
      expect((await exitSpl(world, user, mint, { destination, ...bend })).error).toBe(error);
    }
    expect(readUser(world, user).nonce).toBe(1n);
  });
});
