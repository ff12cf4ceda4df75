import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ROLE,
  SESSION_BYTES,
  SYSTEM_PROGRAM,
  encodeBody,
  encodeHeader,
  findProgramDataAddress,
  rentExemptLamports,
  sha256,
  toBytes32,
} from '@pid/protocol';

import { createPasskey } from './support/passkey.ts';
import { newSession, openSession, readSession, register, revoke } from './support/sessions.ts';
import type { RegisterBend, Session } from './support/sessions.ts';
import { createActiveUser, freshAddress, readUser, rotate, withAccount, withRole } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import {
  SOL,
  balance,
  createWorld,
  editAccount,
  fund,
  now,
  setAccount,
  setTime,
  setUpgradeAuthority,
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

describe('registration', () => {
  const refusal = async (bend: RegisterBend, session?: Session) => {
    const target = session ?? (await newSession(world, user));
    const before = readUser(world, user).nonce;
    const { error } = await register(world, user, target, bend);
    expect(readUser(world, user).nonce).toBe(before);
    return error;
  };

  it('records key, program, upgrade authority, slot, expiry and rent payer', async () => {
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

  it('accepts an expiry from one second to one day ahead', async () => {
    expect(await refusal({ expiresAt: now(world) })).toBe('1:SessionExpiryPassed');
    expect(await refusal({ expiresAt: now(world) + 86_401n })).toBe('1:SessionExpiryTooFar');
    expect(
      (await register(world, user, await newSession(world, user), { expiresAt: now(world) + 86_400n })).error,
    ).toBeNull();
    expect(
      (await register(world, user, await newSession(world, user), { expiresAt: now(world) + 1n })).error,
    ).toBeNull();
  });

  it('must record the current upgrade authority and slot', async () => {
    expect(await refusal({ recordedAuthority: null })).toBe('1:RecordedAuthorityMismatch');
    expect(await refusal({ recordedAuthority: world.admin.address })).toBe('1:RecordedAuthorityMismatch');
    expect(await refusal({ recordedSlot: 1n })).toBe('1:RecordedSlotMismatch');
    setUpgradeAuthority(world.svm, world.game, null);
    expect(await refusal({ recordedAuthority: world.deployer.address })).toBe('1:RecordedAuthorityMismatch');
    expect((await register(world, user, await newSession(world, user))).error).toBeNull();
  });

  it('accepts only 0 or 1 as the authority flag, and only zeros after 0', async () => {
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

  it('accepts only programs of the upgradeable loader, and never the wallet program', async () => {
    expect(await refusal({}, await newSession(world, user, world.program))).toBe('1:SessionTargetsWallet');
    expect(await refusal({}, await newSession(world, user, world.sponsor.address))).toBe('1:BadGameProgram');
    const fake = freshAddress();
    const data = new Uint8Array(36);
    data[0] = 2;
    setAccount(world, fake, data);
    expect(await refusal({}, await newSession(world, user, fake))).toBe('1:BadGameProgram');
    expect(await refusal({}, await newSession(world, user, findProgramDataAddress(world.game).address))).toBe(
      '1:BadGameProgram',
    );
  });

  it('accepts only the program data that the program account names', async () => {
    const lookalike = freshAddress();
    const account = world.svm.getAccount(findProgramDataAddress(world.game).address);
    if (account.exists) setAccount(world, lookalike, Uint8Array.from(account.data));
    expect(await refusal({ instruction: withAccount(6, lookalike) })).toBe('1:BadProgramData');
    const other = findProgramDataAddress(world.forwarder).address;
    expect(await refusal({ instruction: withAccount(6, other) })).toBe('1:BadProgramData');
  });

  it('refuses a session key that is zero, the vault, the program or its authority', async () => {
    const base = await newSession(world, user);
    const zero = SYSTEM_PROGRAM;
    for (const address of [zero, user.wallet.vault, world.game, world.deployer.address]) {
      const session: Session = { ...base, key: { ...base.key, address } };
      expect(await refusal({}, session)).toBe('1:BadSessionKey');
    }
  });

  it('happens only at the derived address, and not again while the session is valid', async () => {
    expect(await refusal({ instruction: withAccount(2, freshAddress()) })).toBe('1:BadAddress');
    const session = await openSession(world, user);
    expect(await refusal({}, session)).toBe('1:SessionAlive');
    // The account of another valid session is not accepted for a new one.
    expect(await refusal({ instruction: withAccount(2, session.address) })).toBe('1:BadAddress');
    const stranger = await createActiveUser(world);
    const foreign = await openSession(world, stranger);
    expect(await refusal({ instruction: withAccount(2, foreign.address) })).toBe('1:BadSession');
    expect(await refusal({ instruction: withAccount(2, user.wallet.account) })).toBe('1:BadSession');
  });

  it('succeeds if a stranger has sent lamports to the address', async () => {
    const session = await newSession(world, user);
    fund(world.svm, session.address, SOL);
    expect((await register(world, user, session)).error).toBeNull();
    expect(balance(world, session.address)).toBe(SOL);
  });

  it('is bound to key, program, expiry, authority and slot, and needs the relayer and a valid deadline', async () => {
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
    expect(
      await refusal({ instruction: withAccount(0, world.sponsor.address), signers: [world.sponsor] }),
    ).toBe('1:RelayerNotSigned');
    expect(await refusal({ instruction: withRole(0, ROLE.writable), signers: [world.sponsor] })).toBe(
      '1:RelayerNotSigned',
    );
    expect(await refusal({ instruction: withRole(1, ROLE.readonly) })).toBe('1:NotWritable');
    expect(await refusal({ instruction: withRole(2, ROLE.readonly) })).toBe('1:NotWritable');
    expect(await refusal({ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 7) }) })).toBe(
      '1:MissingAccounts',
    );
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 97) }) })).toBe(
      '1:MalformedData',
    );
    expect(await refusal({ passkey: createPasskey() })).toBe('1:WrongPasskey');
  });

  it('replaces an ended session and keeps its rent and rent payer', async () => {
    const session = await openSession(world, user);
    setTime(world.svm, now(world) + 3_600n);
    const relayer = balance(world, world.relayer.address);
    expect((await register(world, user, session)).error).toBeNull();
    expect(relayer - balance(world, world.relayer.address)).toBe(10_000n);
    expect(readSession(world, session)).toMatchObject({
      expiresAt: now(world) + 3_600n,
      payer: world.relayer.address,
    });
    await revoke(world, user, session);
    expect((await register(world, user, session)).error).toBeNull();
    expect(readSession(world, session)?.revoked).toBe(false);
    // The session ends first because the program was upgraded, then because the owner rotated the passkey.
    moveSlot();
    expect((await register(world, user, session)).error).toBeNull();
    const next = createPasskey();
    await rotate(world, user, next.point);
    const rotated = { ...user, passkey: next };
    expect((await register(world, rotated, session)).error).toBeNull();
    expect(readSession(world, session)?.epoch).toBe(1);
  });

  it('for another program does not replace a session that is still valid for the first', async () => {
    const session = await openSession(world, user);
    const elsewhere: Session = { ...session, program: world.forwarder };
    expect(await refusal({}, elsewhere)).toBe('1:SessionAlive');
  });
});
