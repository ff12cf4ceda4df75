// Access to a vault that was never activated, without the service.
import { lamports } from '@solana/kit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CLAIM_BYTES,
  CLAIM_WAIT_SECONDS,
  ROLE,
  SYSTEM_PROGRAM,
  rentExemptLamports,
  setRegistrarInstruction,
} from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import {
  claim,
  claimAddress,
  claimInstructions,
  closeClaim,
  finishClaim,
  readClaim,
} from './support/claims.ts';
import type { ClaimBend } from './support/claims.ts';
import { createPasskey } from './support/passkey.ts';
import {
  activate,
  createUser,
  exitSol,
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
  fund,
  now,
  send,
  setAccount,
  setTime,
  signerFor,
} from './support/world.ts';
import type { World } from './support/world.ts';

const ACCOUNT_RENT = rentExemptLamports(81n);
const CLAIM_RENT = rentExemptLamports(BigInt(CLAIM_BYTES));
let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(() => {
  setTime(world.svm, START);
  user = createUser(world);
  fund(world.svm, user.wallet.vault, SOL);
});

function wait(seconds = CLAIM_WAIT_SECONDS): void {
  setTime(world.svm, now(world) + seconds);
}

async function refusal(bend: ClaimBend): Promise<string | null> {
  const before = readClaim(world, user);
  const { error } = await claim(world, user, bend);
  expect(readClaim(world, user)).toEqual(before);
  return error;
}

const shorter = (instruction: ProgramInstruction): ProgramInstruction => ({
  ...instruction,
  accounts: instruction.accounts.slice(1),
});

describe('a claim', () => {
  it('needs only certificate and passkey, waits thirty days, and opens the vault without fees', async () => {
    const issuedAt = now(world) - 1_000_000n;
    const before = balance(world, world.sponsor.address);
    expect((await claim(world, user, { issuedAt })).error).toBeNull();
    expect(before - balance(world, world.sponsor.address)).toBe(CLAIM_RENT + 15_000n);
    expect(readClaim(world, user)).toMatchObject({
      issuedAt,
      readyAt: now(world) + CLAIM_WAIT_SECONDS,
      accountId: user.wallet.accountId,
      authority: user.passkey.point,
      payer: world.sponsor.address,
      registrar: world.registrar.address,
    });
    wait();
    expect((await finishClaim(world, user, { sender: world.deployer })).error).toBeNull();
    expect(readUser(world, user)).toMatchObject({ nonce: 1n, epoch: 0, authority: user.passkey.point });
    expect(balance(world, user.wallet.vault)).toBe(SOL - ACCOUNT_RENT);
    const destination = freshAddress();
    expect((await exitSol(world, user, { destination, amount: SOL - ACCOUNT_RENT })).error).toBeNull();
  });

  it('cannot be finished a second early, or with an account that is not a claim', async () => {
    await claim(world, user);
    wait(CLAIM_WAIT_SECONDS - 1n);
    expect((await finishClaim(world, user)).error).toBe('0:ClaimNotReady');
    wait(1n);
    const other = createUser(world);
    const fake = [world.config, other.wallet.account, claimAddress(world, other)];
    for (const address of fake) {
      const { error } = await finishClaim(world, user, { instruction: withAccount(0, address) });
      expect(error).toBe('0:BadClaim');
    }
    expect((await finishClaim(world, user)).error).toBeNull();
    expect((await finishClaim(world, user)).error).toBe('0:AlreadyActivated');
  });

  it('is finished only for its own account and vault, writable, with the real config and without data', async () => {
    await claim(world, user);
    wait();
    const other = createUser(world);
    fund(world.svm, other.wallet.vault, SOL);
    const cases: [(instruction: ProgramInstruction) => ProgramInstruction, string][] = [
      [withAccount(1, other.wallet.account), '0:BadAddress'],
      [withAccount(2, other.wallet.vault), '0:BadVault'],
      [withAccount(3, world.sponsor.address), '0:BadConfig'],
      [withRole(1, ROLE.readonly), '0:NotWritable'],
      [withRole(2, ROLE.readonly), '0:NotWritable'],
      [shorter, '0:MissingAccounts'],
      [(instruction) => ({ ...instruction, data: Uint8Array.of(33, 0) }), '0:MalformedData'],
    ];
    for (const [instruction, error] of cases) {
      expect((await finishClaim(world, user, { instruction })).error).toBe(error);
    }
  });

  it('must be owned by this program and have the exact length', async () => {
    await claim(world, user);
    wait();
    const account = world.svm.getAccount(claimAddress(world, user));
    if (!account.exists) throw new Error('the claim is gone');
    const bytes = Uint8Array.from(account.data);
    const [foreign, longer] = [freshAddress(), freshAddress()];
    setAccount(world, foreign, bytes, world.game);
    setAccount(world, longer, Uint8Array.of(...bytes, 0), world.program);
    for (const address of [foreign, longer]) {
      const { error } = await finishClaim(world, user, { instruction: withAccount(0, address) });
      expect(error).toBe('0:BadClaim');
    }
  });

  it('is paid by the vault, which ends at zero or rent-exempt, minus lamports that a stranger sent before', async () => {
    await claim(world, user);
    wait();
    for (const [held, error] of [
      [ACCOUNT_RENT - 1n, '0:VaultShort'],
      [ACCOUNT_RENT + 1n, '0:VaultBelowRent'],
    ] as const) {
      setVault(world, user, held);
      expect((await finishClaim(world, user)).error).toBe(error);
    }
    setVault(world, user, ACCOUNT_RENT);
    fund(world.svm, user.wallet.account, 900_000n);
    setVault(world, user, ACCOUNT_RENT - 900_000n);
    expect((await finishClaim(world, user)).error).toBeNull();
    expect(balance(world, user.wallet.account)).toBe(ACCOUNT_RENT);
  });

  it('costs only the missing rent if a stranger has sent lamports before', async () => {
    fund(world.svm, claimAddress(world, user), 1_000_000n);
    const before = balance(world, world.sponsor.address);
    expect((await claim(world, user)).error).toBeNull();
    expect(before - balance(world, world.sponsor.address)).toBe(CLAIM_RENT - 1_000_000n + 15_000n);
  });

  it('needs only the passkey’s signature if the rent is already there, and returns it to the vault', async () => {
    fund(world.svm, claimAddress(world, user), CLAIM_RENT);
    const unsigned = withAccount(0, user.wallet.vault, ROLE.readonly);
    expect((await claim(world, user, { instruction: unsigned })).error).toBeNull();
    expect(readClaim(world, user)).toMatchObject({ payer: user.wallet.vault });
    wait();
    expect((await finishClaim(world, user)).error).toBeNull();
    expect((await closeClaim(world, user, user.wallet.vault)).error).toBeNull();
    expect(balance(world, user.wallet.vault)).toBe(SOL - ACCOUNT_RENT + CLAIM_RENT);
  });

  it('of a revoked passkey loses to a newer certificate, which starts a new wait', async () => {
    const thief = { ...user, passkey: createPasskey() };
    const stolenAt = now(world) - 100n;
    expect((await claim(world, thief, { issuedAt: stolenAt })).error).toBeNull();
    wait(CLAIM_WAIT_SECONDS - 10n);
    const issuedAt = stolenAt + 1n;
    expect((await claim(world, user, { issuedAt, payer: world.relayer })).error).toBeNull();
    expect(readClaim(world, user)).toMatchObject({
      authority: user.passkey.point,
      readyAt: now(world) + CLAIM_WAIT_SECONDS,
      payer: world.sponsor.address,
    });
    wait(10n);
    expect((await finishClaim(world, user)).error).toBe('0:ClaimNotReady');
    for (const again of [stolenAt, issuedAt]) {
      expect((await claim(world, thief, { issuedAt: again })).error).toBe('2:CertificateNotLater');
    }
    wait();
    expect((await finishClaim(world, user)).error).toBeNull();
    expect(readUser(world, user).authority).toEqual(user.passkey.point);
  });

  it('of a revoked passkey loses to activation, even when it is ready', async () => {
    const thief = { ...user, passkey: createPasskey() };
    expect((await claim(world, thief)).error).toBeNull();
    wait();
    expect((await activate(world, user)).error).toBeNull();
    expect((await finishClaim(world, user)).error).toBe('0:AlreadyActivated');
    expect((await claim(world, thief)).error).toBe('2:AlreadyActivated');
    expect(readUser(world, user)).toMatchObject({ authority: user.passkey.point, nonce: 1n });
  });

  it('of a former registrar cannot be finished', async () => {
    await claim(world, user);
    wait();
    const next = await signerFor('next registrar');
    const replace = (registrar: typeof next.address) =>
      send(
        world,
        [setRegistrarInstruction(world.program, { admin: world.admin.address, registrar })],
        [world.admin],
      );
    expect((await replace(next.address)).error).toBeNull();
    expect((await finishClaim(world, user)).error).toBe('0:ClaimRegistrarChanged');
    const bend = { certifier: 'next registrar', certifierAddress: next.address, issuedAt: now(world) };
    expect((await claim(world, user, bend)).error).toBeNull();
    wait();
    expect((await finishClaim(world, user)).error).toBeNull();
    expect((await replace(world.registrar.address)).error).toBeNull();
  });

  it('returns its rent to the payer only once the wallet is active', async () => {
    await claim(world, user, { payer: world.relayer });
    const payer = world.relayer.address;
    expect((await closeClaim(world, user, payer)).error).toBe('0:BadAccount');
    await activate(world, user);
    const other = createUser(world);
    fund(world.svm, other.wallet.vault, SOL);
    await activate(world, other);
    const cases: [(instruction: ProgramInstruction) => ProgramInstruction, string][] = [
      [withAccount(1, other.wallet.account), '0:BadAccount'],
      [withAccount(2, world.sponsor.address), '0:BadRentPayer'],
      [withAccount(0, world.config), '0:BadClaim'],
      [withRole(0, ROLE.readonly), '0:NotWritable'],
      [withRole(2, ROLE.readonly), '0:NotWritable'],
      [shorter, '0:MissingAccounts'],
      [(instruction) => ({ ...instruction, data: Uint8Array.of(34, 0) }), '0:MalformedData'],
    ];
    for (const [instruction, error] of cases) {
      expect((await closeClaim(world, user, payer, { instruction })).error).toBe(error);
    }
    const before = balance(world, payer);
    expect((await closeClaim(world, user, payer)).error).toBeNull();
    expect(balance(world, payer) - before).toBe(CLAIM_RENT);
    expect(readClaim(world, user)).toBeNull();
    expect((await claim(world, user)).error).toBe('2:AlreadyActivated');
  });

  it('cannot be blocked by its payer, regardless of what happens to the payer’s account', async () => {
    const payer = await signerFor('payer of a claim');
    fund(world.svm, payer.address, SOL);
    await claim(world, user, { payer });
    const account = world.svm.getAccount(payer.address);
    if (!account.exists) throw new Error('payer is gone');
    world.svm.setAccount({ ...account, lamports: lamports(1n), programAddress: world.game });
    wait();
    expect((await finishClaim(world, user)).error).toBeNull();
  });

  it('checks each account and fits in a packet with the longest clientDataJSON', async () => {
    const other = createUser(world);
    expect(await refusal({ instruction: withAccount(1, claimAddress(world, other)) })).toBe('2:BadAddress');
    expect(await refusal({ instruction: withAccount(1, world.config) })).toBe('2:BadClaim');
    await claim(world, other);
    expect(await refusal({ instruction: withAccount(1, claimAddress(world, other)) })).toBe('2:BadAddress');
    expect(await refusal({ instruction: withAccount(2, other.wallet.account) })).toBe('2:BadAddress');
    expect(await refusal({ instruction: withAccount(3, world.sponsor.address) })).toBe('2:BadConfig');
    expect(await refusal({ instruction: withRole(1, ROLE.readonly) })).toBe('2:NotWritable');
    expect(await refusal({ instruction: shorter })).toBe('2:MissingAccounts');
    const cut = (instruction: ProgramInstruction) => ({
      ...instruction,
      data: instruction.data.slice(0, 81),
    });
    expect(await refusal({ instruction: cut })).toBe('2:MalformedData');
    const unsigned = { instruction: withAccount(0, user.wallet.vault, ROLE.writable) };
    expect(await refusal(unsigned)).toBe('2:PrivilegeEscalation');
    const tail =
      ',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}';
    const result = await claim(world, user, {
      quirks: { clientData: (json) => json.replace('}', tail) },
    });
    expect(result.error).toBeNull();
    expect(result.bytes).toBeLessThanOrEqual(1_232);
    expect(claimInstructions(world, user)[2]?.accounts.at(-1)?.address).toBe(SYSTEM_PROGRAM);
  });
});
