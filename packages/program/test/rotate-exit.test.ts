import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLE, brandPasskeyPoint, rentExemptLamports, setRelayerInstruction } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import {
  createActiveUser,
  exitSol,
  freshAddress,
  readUser,
  rotate,
  withAccount,
  withRole,
  withdrawSol,
} from './support/wallet.ts';
import type { Bend, User, WithdrawBend } from './support/wallet.ts';
import { SOL, balance, createWorld, fund, now, send, signerFor } from './support/world.ts';
import type { World } from './support/world.ts';

let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  user = await createActiveUser(world);
});

describe('rotation', () => {
  const refusal = async (bend: Bend, next = createPasskey().point) => {
    const { error } = await rotate(world, user, next, bend);
    expect(readUser(world, user)).toMatchObject({ authority: user.passkey.point, nonce: 1n, epoch: 0 });
    return error;
  };

  it('makes the new key work and the old one fail', async () => {
    const next = createPasskey();
    expect((await rotate(world, user, next.point)).error).toBeNull();
    expect(readUser(world, user)).toMatchObject({ authority: next.point, nonce: 2n, epoch: 1 });
    expect((await withdrawSol(world, user)).error).toBe('1:WrongPasskey');
    expect((await exitSol(world, user)).error).toBe('1:WrongPasskey');
    expect((await withdrawSol(world, { ...user, passkey: next })).error).toBeNull();
  });

  it('back to the first key does not make its earlier signatures valid again', async () => {
    const next = createPasskey();
    const old = { nonce: readUser(world, user).nonce };
    await rotate(world, user, next.point);
    await rotate(world, { ...user, passkey: next }, user.passkey.point);
    expect((await withdrawSol(world, user, old)).error).toBe('1:WrongNonce');
    expect(readUser(world, user)).toMatchObject({ epoch: 2, nonce: 3n });
  });

  it('is refused for the same key, a malformed key and another rpId', async () => {
    expect(await refusal({}, user.passkey.point)).toBe('1:SameAuthority');
    const bad = brandPasskeyPoint(Uint8Array.from(createPasskey().point).fill(4, 0, 1));
    expect(await refusal({}, bad)).toBe('1:BadPasskey');
    const other = user.wallet.accountId;
    const elsewhere = await refusal({
      signedIntent: (intent) => (intent.action === 'rotate' ? { ...intent, newRpIdHash: other } : intent),
      instruction: (ix) => {
        const data = Uint8Array.from(ix.data);
        data.set(other, 50);
        return { ...ix, data };
      },
    });
    expect(elsewhere).toBe('1:RotateRpIdHash');
  });

  it('is bound to the new key', async () => {
    const stolen = createPasskey().point;
    const swap: Bend = {
      instruction: (ix) => {
        const data = Uint8Array.from(ix.data);
        data.set(stolen, 17);
        return { ...ix, data };
      },
    };
    expect(await refusal(swap)).toBe('1:ClientDataMismatch');
  });

  it('needs the relayer, the right accounts, a valid expiry and the current nonce', async () => {
    const stranger = await signerFor('stranger');
    fund(world.svm, stranger.address, SOL);
    const cases: [Bend, string][] = [
      [{ instruction: withAccount(0, stranger.address), signers: [stranger] }, '1:RelayerNotSigned'],
      [{ instruction: withRole(0, ROLE.readonly), signers: [stranger] }, '1:RelayerNotSigned'],
      [{ instruction: withRole(1, ROLE.readonly) }, '1:NotWritable'],
      [{ instruction: withAccount(1, world.config) }, '1:BadAccount'],
      [{ instruction: withAccount(2, user.wallet.account) }, '1:BadConfig'],
      [{ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 3) }) }, '1:MissingAccounts'],
      [{ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 81) }) }, '1:MalformedData'],
      [{ expiry: now(world) - 1n }, '1:ExpiryPassed'],
      [{ expiry: now(world) + 601n }, '1:ExpiryTooFar'],
      [{ nonce: 2n }, '1:WrongNonce'],
    ];
    for (const [bend, error] of cases) expect(await refusal(bend)).toBe(error);
  });
});

describe('exit', () => {
  const refusal = async (bend: WithdrawBend) => {
    const before = balance(world, user.wallet.vault);
    const { error } = await exitSol(world, user, bend);
    expect(balance(world, user.wallet.vault)).toBe(before);
    expect(readUser(world, user).nonce).toBe(1n);
    return error;
  };

  it('needs no relayer and pays no fee; any payer can send it', async () => {
    const stranger = await signerFor('stranger');
    fund(world.svm, stranger.address, SOL);
    const destination = freshAddress();
    const treasury = balance(world, world.treasury.address);
    const result = await exitSol(world, user, { destination, amount: 10n * SOL, signers: [stranger] });
    expect(result.error).toBeNull();
    expect(balance(world, destination)).toBe(10n * SOL);
    expect(balance(world, user.wallet.vault)).toBe(0n);
    expect(balance(world, world.treasury.address)).toBe(treasury);
    expect(readUser(world, user).nonce).toBe(2n);
  });

  it('works without the relayer', async () => {
    const isolated = await createWorld();
    const owner = await createActiveUser(isolated);
    const gone = setRelayerInstruction(isolated.program, {
      admin: isolated.admin.address,
      relayer: freshAddress(),
    });
    await send(isolated, [gone], [isolated.admin]);
    expect((await withdrawSol(isolated, owner)).error).toBe('1:RelayerNotSigned');
    expect((await exitSol(isolated, owner)).error).toBeNull();
  });

  it('uses the nonce and so replaces a pending withdrawal', async () => {
    const nonce = readUser(world, user).nonce;
    expect((await exitSol(world, user)).error).toBeNull();
    expect((await withdrawSol(world, user, { nonce })).error).toBe('1:WrongNonce');
  });

  it('is refused in the same cases as a withdrawal', async () => {
    const rent = rentExemptLamports(0n);
    const other = await createActiveUser(world);
    const cases: [WithdrawBend, string][] = [
      [{ amount: 0n }, '1:ZeroAmount'],
      [{ amount: 10n * SOL + 1n }, '1:VaultShort'],
      [{ amount: 10n * SOL - 1n }, '1:VaultBelowRent'],
      [{ amount: rent - 1n }, '1:DestinationBelowRent'],
      [{ destination: user.wallet.vault }, '1:BadDestination'],
      [{ destination: world.config }, '1:BadDestination'],
      [{ instruction: withAccount(2, freshAddress()) }, '1:ClientDataMismatch'],
      [{ instruction: withAccount(1, other.wallet.vault) }, '1:BadVault'],
      [{ instruction: withAccount(0, world.config) }, '1:BadAccount'],
      [{ instruction: withAccount(3, world.sponsor.address) }, '1:BadConfig'],
      [{ instruction: withRole(0, ROLE.readonly) }, '1:NotWritable'],
      [{ instruction: withRole(1, ROLE.readonly) }, '1:NotWritable'],
      [{ instruction: withRole(2, ROLE.readonly) }, '1:NotWritable'],
      [{ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 5) }) }, '1:MissingAccounts'],
      [{ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 24) }) }, '1:MalformedData'],
      [{ passkey: createPasskey() }, '1:WrongPasskey'],
      [{ expiry: now(world) + 601n }, '1:ExpiryTooFar'],
    ];
    for (const [bend, error] of cases) expect(await refusal(bend)).toBe(error);
  });
});
