import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ROLE,
  SESSION_BYTES,
  addressBytes,
  encodeBody,
  encodeHeader,
  findProgramDataAddress,
  findSessionAddress,
  readonlyAccount,
  rentExemptLamports,
  sha256,
  toBytes32,
  writableAccount,
} from '@pid/protocol';
import { decodeBoard, findBoardAddress } from '../src/index.ts';
import { createPasskey } from './support/passkey.ts';
import { close, execute, newSession, openBoard, openSession, readSession, register, revoke } from './support/sessions.ts';
import type { RegisterBend, Session } from './support/sessions.ts';
import { createActiveUser, freshAddress, readUser, rotate, withAccount, withRole } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, balance, createWorld, editAccount, fund, now, setAccount, setTime, setUpgradeAuthority, signerFor } from './support/world.ts';
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

/** As an upgrade, or anyone's extension, would leave it. */
function moveSlot(by = 1n): void {
  editAccount(world.svm, findProgramDataAddress(world.game).address, (data) => {
    const view = new DataView(data.buffer);
    view.setBigUint64(4, view.getBigUint64(4, true) + by, true);
  });
}

describe('registration', () => {
  const refusal = async (bend: RegisterBend, session?: Session) => {
    const target = session ?? (await newSession(world, user));
    const before = readUser(world, user).nonce;
    const { error } = await register(world, user, target, bend);
    expect(readUser(world, user).nonce).toBe(before);
    return error;
  };

  it('records key, program, its authority and slot, expiry and who paid', async () => {
    const session = await newSession(world, user);
    const relayer = balance(world, world.relayer.address);
    expect((await register(world, user, session)).error).toBeNull();
    expect(readSession(world, session)).toMatchObject({
      vault: user.wallet.vault,
      sessionPubkey: session.key.address,
      allowedProgram: world.game,
      recordedAuthority: world.deployer.address,
      revoked: false,
      epoch: 0,
      expiresAt: now(world) + 3_600n,
      payer: world.relayer.address,
    });
    expect(relayer - balance(world, world.relayer.address)).toBe(SESSION_RENT + 10_000n);
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
    expect(readUser(world, user).nonce).toBe(2n);
  });

  it('lasts from a second to a day', async () => {
    expect(await refusal({ expiresAt: now(world) })).toBe('1:SessionExpiryPassed');
    expect(await refusal({ expiresAt: now(world) + 86_401n })).toBe('1:SessionExpiryTooFar');
    expect((await register(world, user, await newSession(world, user), { expiresAt: now(world) + 86_400n })).error).toBeNull();
    expect((await register(world, user, await newSession(world, user), { expiresAt: now(world) + 1n })).error).toBeNull();
  });

  it('must record the live authority and slot', async () => {
    expect(await refusal({ recordedAuthority: null })).toBe('1:RecordedAuthorityMismatch');
    expect(await refusal({ recordedAuthority: world.admin.address })).toBe('1:RecordedAuthorityMismatch');
    expect(await refusal({ recordedSlot: 1n })).toBe('1:RecordedSlotMismatch');
    setUpgradeAuthority(world.svm, world.game, null);
    expect(await refusal({ recordedAuthority: world.deployer.address })).toBe('1:RecordedAuthorityMismatch');
    expect((await register(world, user, await newSession(world, user))).error).toBeNull();
  });

  it('takes only 0 or 1 as the mark of an authority, and zeros behind 0', async () => {
    const editByte = (offset: number, value: number): RegisterBend => ({
      instruction: (ix) => ({ ...ix, data: Uint8Array.from(ix.data).fill(value, offset, offset + 1) }),
    });
    const signedByte = (value: number): RegisterBend => ({
      ...editByte(57, value),
      challenge: (scope, intent) =>
        toBytes32(sha256(encodeHeader(scope, intent), encodeBody(intent).fill(value, 72, 73))),
    });
    expect(await refusal(editByte(57, 2))).toBe('1:ClientDataMismatch');
    expect(await refusal(signedByte(2))).toBe('1:MalformedData');
    setUpgradeAuthority(world.svm, world.game, null);
    const authority = { recordedAuthority: world.deployer.address };
    expect(await refusal({ ...signedByte(0), ...authority })).toBe('1:RecordedAuthorityMismatch');
  });

  it('targets a program of the upgradeable loader, and never this one', async () => {
    expect(await refusal({}, await newSession(world, user, world.program))).toBe('1:SessionTargetsWallet');
    expect(await refusal({}, await newSession(world, user, world.sponsor.address))).toBe('1:BadGameProgram');
    const fake = freshAddress();
    const data = new Uint8Array(36);
    data[0] = 2;
    setAccount(world, fake, data);
    expect(await refusal({}, await newSession(world, user, fake))).toBe('1:BadGameProgram');
    expect(await refusal({}, await newSession(world, user, findProgramDataAddress(world.game).address))).toBe('1:BadGameProgram');
  });

  it('takes the program data that the program account names', async () => {
    const lookalike = freshAddress();
    const account = world.svm.getAccount(findProgramDataAddress(world.game).address);
    if (account.exists) setAccount(world, lookalike, Uint8Array.from(account.data));
    expect(await refusal({ instruction: withAccount(6, lookalike) })).toBe('1:BadProgramData');
    const other = findProgramDataAddress(world.forwarder).address;
    expect(await refusal({ instruction: withAccount(6, other) })).toBe('1:BadProgramData');
  });

  it('refuses a session key that is zero, the vault, the program or its authority', async () => {
    const base = await newSession(world, user);
    const zero = '11111111111111111111111111111111' as typeof world.program;
    for (const address of [zero, user.wallet.vault, world.game, world.deployer.address]) {
      const session: Session = { ...base, key: { ...base.key, address } };
      expect(await refusal({}, session)).toBe('1:BadSessionKey');
    }
  });

  it('happens at the derived address, once as long as the session lives', async () => {
    expect(await refusal({ instruction: withAccount(2, freshAddress()) })).toBe('1:BadAddress');
    const session = await openSession(world, user);
    expect(await refusal({}, session)).toBe('1:SessionAlive');
    // Another live session's account does not pass for a new one.
    expect(await refusal({ instruction: withAccount(2, session.address) })).toBe('1:BadAddress');
    const stranger = await createActiveUser(world);
    const foreign = await openSession(world, stranger);
    expect(await refusal({ instruction: withAccount(2, foreign.address) })).toBe('1:BadSession');
    expect(await refusal({ instruction: withAccount(2, user.wallet.account) })).toBe('1:BadSession');
  });

  it('survives lamports that a stranger sent to the address', async () => {
    const session = await newSession(world, user);
    fund(world.svm, session.address, SOL);
    expect((await register(world, user, session)).error).toBeNull();
    expect(balance(world, session.address)).toBe(SOL);
  });

  it('is bound to key, program, expiry, authority and slot, and needs relayer and time', async () => {
    const changes = [
      { sessionPubkey: freshAddress() },
      { allowedProgram: freshAddress() },
      { expiresAt: now(world) + 1n },
      { recordedAuthority: freshAddress() },
      { recordedSlot: 3n },
    ];
    for (const change of changes) {
      const signedIntent: RegisterBend['signedIntent'] = (intent) =>
        intent.action === 'registerSession' ? { ...intent, ...change } : intent;
      expect(await refusal({ signedIntent })).toBe('1:ClientDataMismatch');
    }
    expect(await refusal({ expiry: now(world) - 1n })).toBe('1:ExpiryPassed');
    expect(await refusal({ expiry: now(world) + 601n })).toBe('1:ExpiryTooFar');
    expect(await refusal({ instruction: withAccount(0, world.sponsor.address), signers: [world.sponsor] })).toBe('1:RelayerNotSigned');
    expect(await refusal({ instruction: withRole(0, ROLE.writable), signers: [world.sponsor] })).toBe('1:RelayerNotSigned');
    expect(await refusal({ instruction: withRole(1, ROLE.readonly) })).toBe('1:NotWritable');
    expect(await refusal({ instruction: withRole(2, ROLE.readonly) })).toBe('1:NotWritable');
    expect(await refusal({ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 7) }) })).toBe('1:MissingAccounts');
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 97) }) })).toBe('1:MalformedData');
    expect(await refusal({ passkey: createPasskey() })).toBe('1:WrongPasskey');
  });

  it('over a dead session replaces it, and whoever paid the rent still has the claim', async () => {
    const session = await openSession(world, user);
    setTime(world.svm, now(world) + 3_600n);
    const relayer = balance(world, world.relayer.address);
    expect((await register(world, user, session)).error).toBeNull();
    expect(relayer - balance(world, world.relayer.address)).toBe(10_000n);
    expect(readSession(world, session)).toMatchObject({ expiresAt: now(world) + 3_600n, payer: world.relayer.address });
    await revoke(world, user, session);
    expect((await register(world, user, session)).error).toBeNull();
    expect(readSession(world, session)?.revoked).toBe(false);
    // Dead because the program moved on, then because the owner did.
    moveSlot();
    expect((await register(world, user, session)).error).toBeNull();
    const next = createPasskey();
    await rotate(world, user, next.point);
    const rotated = { ...user, passkey: next };
    expect((await register(world, rotated, session)).error).toBeNull();
    expect(readSession(world, session)?.epoch).toBe(1);
  });

  it('for another program does not replace a session that is alive for the first', async () => {
    const session = await openSession(world, user);
    const elsewhere: Session = { ...session, program: world.forwarder };
    expect(await refusal({}, elsewhere)).toBe('1:SessionAlive');
  });
});

describe('revocation', () => {
  it('ends a session by the owner’s passkey', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    expect((await revoke(world, user, session)).error).toBeNull();
    expect(readSession(world, session)?.revoked).toBe(true);
    expect((await execute(world, user, session)).error).toBe('0:SessionRevoked');
    expect((await revoke(world, user, session)).error).toBe('1:SessionRevoked');
  });

  it('is for the owner’s own sessions, bound to the one that was signed', async () => {
    const stranger = await createActiveUser(world);
    const [own, second, foreign] = [await openSession(world, user), await openSession(world, user), await openSession(world, stranger)];
    expect((await revoke(world, user, foreign)).error).toBe('1:BadSession');
    const swap = { instruction: withAccount(2, second.address) };
    expect((await revoke(world, user, own, swap)).error).toBe('1:ClientDataMismatch');
    expect((await revoke(world, user, { ...own, address: user.wallet.account })).error).toBe('1:BadSession');
    expect((await revoke(world, user, own, { instruction: withRole(2, ROLE.readonly) })).error).toBe('1:NotWritable');
    expect((await revoke(world, user, own, { signers: [world.sponsor], instruction: withAccount(0, world.sponsor.address) })).error).toBe('1:RelayerNotSigned');
    expect((await revoke(world, user, own, { instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 4) }) })).error).toBe('1:MissingAccounts');
    expect((await revoke(world, user, own, { instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 16) }) })).error).toBe('1:MalformedData');
  });
});

describe('play', () => {
  it('reaches the game as the session signer, which a renewal keeps', async () => {
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

  it('passes the game’s own refusal through', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    await execute(world, user, session);
    expect((await execute(world, user, session)).error).toBe('0:Custom(8007)');
  });

  it('dies with time, rotation, upgrade, a changed and a dropped authority', async () => {
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

  it('needs the session key’s own signature', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    const unsigned = withRole(2, ROLE.readonly);
    expect((await execute(world, user, session, { instruction: unsigned, signers: [world.sponsor] })).error).toBe('0:SessionKeyNotSigned');
    const stranger = await signerFor('stranger');
    const swapped = withAccount(2, stranger.address);
    expect((await execute(world, user, session, { instruction: swapped, signers: [world.sponsor, stranger] })).error).toBe('0:SessionKeyNotSigned');
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
      expect((await execute(world, user, session, { instruction: withAccount(index, address) })).error).toBe(error);
    }
    const few = await execute(world, user, session, { instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 4) }) });
    expect(few.error).toBe('0:MissingAccounts');
    const many = Array.from({ length: 25 }, () => readonlyAccount(freshAddress()));
    const tooMany = await execute(world, user, session, { instruction: (ix) => ({ ...ix, accounts: [...ix.accounts.slice(0, 5), ...many] }) });
    expect(tooMany.error).toBe('0:MissingAccounts');
    const beyond = Array.from({ length: 28 }, () => readonlyAccount(freshAddress()));
    const farTooMany = await execute(world, user, session, { instruction: (ix) => ({ ...ix, accounts: [...ix.accounts.slice(0, 5), ...beyond] }) });
    expect(farTooMany.error).toBe('0:MissingAccounts');
  });

  it('a board of another player refuses', async () => {
    const stranger = await createActiveUser(world);
    const theirs = await openSession(world, stranger);
    await openBoard(world, theirs);
    const session = await openSession(world, user);
    const accounts = [readonlyAccount(session.signer), writableAccount(findBoardAddress(world.game, theirs.signer).address)];
    expect((await execute(world, user, session, { accounts })).error).toBe('0:Custom(8006)');
  });
});

describe('closing', () => {
  it('gives a dead session’s rent to whoever paid it, and nothing can revive it', async () => {
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

  it('works for every way of being dead', async () => {
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

  it('works when the program itself was closed', async () => {
    const isolated = await createWorld();
    const owner = await createActiveUser(isolated);
    const session = await openSession(isolated, owner);
    const address = findProgramDataAddress(isolated.game).address;
    const account = isolated.svm.getAccount(address);
    const system = '11111111111111111111111111111111' as typeof address;
    if (account.exists) isolated.svm.setAccount({ ...account, data: new Uint8Array(0), programAddress: system, space: 0n });
    expect((await close(isolated, owner, session)).error).toBeNull();
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
    expect((await close(world, user, session, (ix) => ({ ...ix, data: Uint8Array.of(10, 0) }))).error).toBe('0:MalformedData');
    expect((await close(world, user, session, (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 4) }))).error).toBe('0:MissingAccounts');
  });
});

it('addresses are those of the contract’s seeds', async () => {
  const session = await openSession(world, user);
  expect(session.address).toBe(findSessionAddress(world.program, user.wallet.vault, session.key.address).address);
  expect(addressBytes(session.address)).toHaveLength(32);
});
