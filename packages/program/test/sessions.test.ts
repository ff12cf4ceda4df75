import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ROLE,
  SESSION_BYTES,
  SYSTEM_PROGRAM,
  findProgramDataAddress,
  readonlyAccount,
  rentExemptLamports,
  toAddress,
  writableAccount,
} from '@pid/protocol';
import { decodeBoard, findBoardAddress } from '../src/index.ts';
import { createPasskey } from './support/passkey.ts';
import { close, execute, openBoard, openSession, readSession, register, revoke } from './support/sessions.ts';
import type { Session } from './support/sessions.ts';
import { createActiveUser, freshAddress, rotate, withAccount, withRole } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import {
  SOL,
  balance,
  createWorld,
  editAccount,
  fund,
  now,
  setTime,
  setUpgradeAuthority,
  signerFor,
} from './support/world.ts';
import type { World } from './support/world.ts';

const SESSION_RENT = rentExemptLamports(BigInt(SESSION_BYTES));
let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  setUpgradeAuthority(world.svm, world.game, world.deployer.address);
  user = await createActiveUser(world);
});

/** Changes the deployment slot, as an upgrade does, or an extension, which anyone may send. */
function moveSlot(by = 1n): void {
  editAccount(world.svm, findProgramDataAddress(world.game).address, (data) => {
    const view = new DataView(data.buffer);
    view.setBigUint64(4, view.getBigUint64(4, true) + by, true);
  });
}

describe('revocation', () => {
  it('by the owner’s passkey ends a session', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    expect((await revoke(world, user, session)).error).toBeNull();
    expect(readSession(world, session)?.revoked).toBe(true);
    expect((await execute(world, user, session)).error).toBe('0:SessionRevoked');
    expect((await revoke(world, user, session)).error).toBe('1:SessionRevoked');
  });

  it('works only for the owner’s sessions and is bound to the signed one', async () => {
    const stranger = await createActiveUser(world);
    const [own, second, foreign] = [
      await openSession(world, user),
      await openSession(world, user),
      await openSession(world, stranger),
    ];
    expect((await revoke(world, user, foreign)).error).toBe('1:BadSession');
    const swap = { instruction: withAccount(2, second.address) };
    expect((await revoke(world, user, own, swap)).error).toBe('1:ClientDataMismatch');
    expect((await revoke(world, user, { ...own, address: user.wallet.account })).error).toBe('1:BadSession');
    expect((await revoke(world, user, own, { instruction: withRole(2, ROLE.readonly) })).error).toBe(
      '1:NotWritable',
    );
    expect(
      (
        await revoke(world, user, own, {
          signers: [world.sponsor],
          instruction: withAccount(0, world.sponsor.address),
        })
      ).error,
    ).toBe('1:RelayerNotSigned');
    expect(
      (
        await revoke(world, user, own, {
          instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 4) }),
        })
      ).error,
    ).toBe('1:MissingAccounts');
    expect(
      (await revoke(world, user, own, { instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 16) }) }))
        .error,
    ).toBe('1:MalformedData');
  });
});

describe('play', () => {
  it('reaches the game as the session signer, which stays the same after a renewal', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    expect((await execute(world, user, session)).error).toBeNull();
    const renewed = await openSession(world, user);
    expect(renewed.signer).toBe(session.signer);
    const again = await execute(world, user, renewed, { data: Uint8Array.of(1, 7) });
    expect(again.error).toBeNull();
    const account = world.svm.getAccount(findBoardAddress(world.game, session.signer).address);
    const board = account.exists ? decodeBoard(account.data) : null;
    expect(board).toMatchObject({ moves: 2n, player: session.signer });
  });

  it('returns the game’s error unchanged', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    await execute(world, user, session);
    expect((await execute(world, user, session)).error).toBe('0:Custom(8007)');
  });

  it('is refused after expiry, rotation, an upgrade, and a changed or removed upgrade authority', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    const clock = now(world);
    setTime(world.svm, clock + 3_600n);
    expect((await execute(world, user, session)).error).toBe('0:SessionExpired');
    setTime(world.svm, clock + 3_599n);
    moveSlot();
    expect((await execute(world, user, session)).error).toBe('0:SessionProgramUpgraded');
    moveSlot(-1n);
    setUpgradeAuthority(world.svm, world.game, world.admin.address);
    expect((await execute(world, user, session)).error).toBe('0:SessionAuthorityChanged');
    setUpgradeAuthority(world.svm, world.game, null);
    expect((await execute(world, user, session)).error).toBe('0:SessionAuthorityChanged');
    setUpgradeAuthority(world.svm, world.game, world.deployer.address);
    expect((await execute(world, user, session)).error).toBeNull();
    await rotate(world, user, createPasskey().point);
    expect((await execute(world, user, session, { data: Uint8Array.of(1, 7) })).error).toBe('0:SessionEpoch');
  });

  it('needs the signature of the session key', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    const unsigned = withRole(2, ROLE.readonly);
    expect(
      (await execute(world, user, session, { instruction: unsigned, signers: [world.sponsor] })).error,
    ).toBe('0:SessionKeyNotSigned');
    const stranger = await signerFor('stranger');
    const swapped = withAccount(2, stranger.address);
    expect(
      (await execute(world, user, session, { instruction: swapped, signers: [world.sponsor, stranger] }))
        .error,
    ).toBe('0:SessionKeyNotSigned');
  });

  it('checks session, account and program', async () => {
    const stranger = await createActiveUser(world);
    const session = await openSession(world, user);
    const cases: [number, typeof world.program, string][] = [
      [0, user.wallet.account, '0:BadSession'],
      [0, world.sponsor.address, '0:BadSession'],
      [1, stranger.wallet.account, '0:BadSession'],
      [1, session.address, '0:BadAccount'],
      [3, world.forwarder, '0:SessionOtherProgram'],
      [4, findProgramDataAddress(world.forwarder).address, '0:BadProgramData'],
    ];
    for (const [index, address, error] of cases) {
      expect((await execute(world, user, session, { instruction: withAccount(index, address) })).error).toBe(
        error,
      );
    }
    const few = await execute(world, user, session, {
      instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 4) }),
    });
    expect(few.error).toBe('0:MissingAccounts');
    const many = Array.from({ length: 25 }, () => readonlyAccount(freshAddress()));
    const tooMany = await execute(world, user, session, {
      instruction: (ix) => ({ ...ix, accounts: [...ix.accounts.slice(0, 5), ...many] }),
    });
    expect(tooMany.error).toBe('0:MissingAccounts');
    const beyond = Array.from({ length: 28 }, () => readonlyAccount(freshAddress()));
    const farTooMany = await execute(world, user, session, {
      instruction: (ix) => ({ ...ix, accounts: [...ix.accounts.slice(0, 5), ...beyond] }),
    });
    expect(farTooMany.error).toBe('0:MissingAccounts');
  });

  it('is refused by the board of another player', async () => {
    const stranger = await createActiveUser(world);
    const theirs = await openSession(world, stranger);
    await openBoard(world, theirs);
    const session = await openSession(world, user);
    const accounts = [
      readonlyAccount(session.signer),
      writableAccount(findBoardAddress(world.game, theirs.signer).address),
    ];
    expect((await execute(world, user, session, { accounts })).error).toBe('0:Custom(8006)');
  });
});

describe('closing', () => {
  it('returns the rent of an ended session to its payer; lamports sent later do not restore the session', async () => {
    const session = await openSession(world, user);
    expect((await close(world, user, session)).error).toBe('0:SessionAlive');
    setTime(world.svm, now(world) + 3_600n);
    const relayer = balance(world, world.relayer.address);
    expect((await close(world, user, session)).error).toBeNull();
    expect(balance(world, world.relayer.address) - relayer).toBe(SESSION_RENT);
    expect(readSession(world, session)).toBeNull();
    fund(world.svm, session.address, SOL);
    expect((await execute(world, user, session)).error).toBe('0:BadSession');
    expect((await close(world, user, session)).error).toBe('0:BadSession');
    expect((await register(world, user, session)).error).toBeNull();
  });

  it('works however the session ended', async () => {
    const ways: ((session: Session) => Promise<unknown>)[] = [
      (session) => revoke(world, user, session),
      async () => moveSlot(),
      async () => setUpgradeAuthority(world.svm, world.game, null),
      async () => rotate(world, user, createPasskey().point),
    ];
    for (const die of ways) {
      setUpgradeAuthority(world.svm, world.game, world.deployer.address);
      const session = await openSession(world, user);
      await die(session);
      expect((await close(world, user, session)).error).toBeNull();
    }
  });

  it('works after the game program was closed', async () => {
    const isolated = await createWorld();
    const owner = await createActiveUser(isolated);
    const session = await openSession(isolated, owner);
    const address = findProgramDataAddress(isolated.game).address;
    const account = isolated.svm.getAccount(address);
    const system = SYSTEM_PROGRAM;
    if (account.exists)
      isolated.svm.setAccount({ ...account, data: new Uint8Array(0), programAddress: system, space: 0n });
    expect((await close(isolated, owner, session)).error).toBeNull();
  });

  it('works after the game program moved to another loader, where it can no longer be played', async () => {
    const isolated = await createWorld();
    const owner = await createActiveUser(isolated);
    const session = await openSession(isolated, owner);
    await openBoard(isolated, session);
    const account = isolated.svm.getAccount(isolated.game);
    if (!account.exists) throw new Error('no game');
    isolated.svm.setAccount({
      ...account,
      executable: false,
      programAddress: toAddress('LoaderV411111111111111111111111111111111111'),
    });
    expect((await execute(isolated, owner, session)).error).toBe('0:BadGameProgram');
    const relayer = balance(isolated, isolated.relayer.address);
    expect((await close(isolated, owner, session, withAccount(3, isolated.forwarder))).error).toBe(
      '0:SessionOtherProgram',
    );
    expect((await close(isolated, owner, session)).error).toBeNull();
    expect(balance(isolated, isolated.relayer.address) - relayer).toBe(SESSION_RENT);
  });

  it('is refused with another payer, account, program or program data', async () => {
    const stranger = await createActiveUser(world);
    const session = await openSession(world, user);
    setTime(world.svm, now(world) + 3_600n);
    const errorOf = async (index: number, address: typeof world.program) =>
      (await close(world, user, session, withAccount(index, address))).error;
    expect(await errorOf(2, world.sponsor.address)).toBe('0:BadRentPayer');
    expect(await errorOf(1, stranger.wallet.account)).toBe('0:BadSession');
    expect(await errorOf(3, world.forwarder)).toBe('0:SessionOtherProgram');
    expect(await errorOf(4, findProgramDataAddress(world.forwarder).address)).toBe('0:BadProgramData');
    expect(await errorOf(0, user.wallet.account)).toBe('0:BadSession');
    expect((await close(world, user, session, withRole(0, ROLE.readonly))).error).toBe('0:NotWritable');
    expect((await close(world, user, session, withRole(2, ROLE.readonly))).error).toBe('0:NotWritable');
    expect((await close(world, user, session, (ix) => ({ ...ix, data: Uint8Array.of(10, 0) }))).error).toBe(
      '0:MalformedData',
    );
    expect(
      (await close(world, user, session, (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 4) }))).error,
    ).toBe('0:MissingAccounts');
  });
});
