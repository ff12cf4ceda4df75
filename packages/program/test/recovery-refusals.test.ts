// Refused votes and refused finishes of a recovery.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLE, brandPasskeyPoint } from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import type { Passkey } from './support/passkey.ts';
import {
  DAY,
  accountGuardian,
  createSheet,
  finishRecovery,
  passkeyGuardian,
  readRecovery,
  recoveryAddress,
  setPolicy,
  vote,
  voteBySheet,
} from './support/recovery.ts';
import type { VoteBend } from './support/recovery.ts';
import { createActiveUser, freshAddress, withAccount, withRole } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { START, createWorld, editAccount, now, setTime } from './support/world.ts';
import type { World } from './support/world.ts';

let world: World;
let user: User;
let friend: User;
let helpers: Passkey[];
let next: Passkey;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  setTime(world.svm, START);
  user = await createActiveUser(world);
  friend = await createActiveUser(world);
  helpers = Array.from({ length: 5 }, () => createPasskey());
  next = createPasskey();
});

const wait = (seconds: bigint): void => setTime(world.svm, now(world) + seconds);
const ok = async (result: Promise<{ error: string | null }>): Promise<void> =>
  expect((await result).error).toBeNull();
const trust = (threshold: number, count = 3, delaySeconds = 604_800): Promise<void> =>
  ok(
    setPolicy(world, user, {
      guardians: helpers.slice(0, count).map(passkeyGuardian),
      threshold,
      delaySeconds,
    }),
  );
const by = (index: number, authority: Passkey | null = next, bend: VoteBend = {}) =>
  vote(world, user, index, helpers[index]!, authority?.point ?? null, bend);
const finish = async (authority = next): Promise<string | null> =>
  (await finishRecovery(world, user, authority.point)).error;

describe('a vote is refused', () => {
  const refusal = async (bend: VoteBend, index = 0) => {
    const before = readRecovery(world, user);
    const { error } = await by(index, next, bend);
    expect(readRecovery(world, user)).toEqual(before);
    return error;
  };

  it('from anyone but the named guardian, or with a wrong nonce, expiry, account or data', async () => {
    await trust(1);
    expect(await refusal({ passkey: helpers[1]! })).toBe('1:WrongPasskey');
    expect(await refusal({ passkey: user.passkey })).toBe('1:WrongPasskey');
    expect(await refusal({}, 3)).toBe('1:NoSuchGuardian');
    const stranger = await createActiveUser(world);
    const cases: [VoteBend, string][] = [
      [{ nonce: 0n }, '1:WrongNonce'],
      [{ expiry: now(world) - 1n }, '1:ExpiryPassed'],
      [{ expiry: now(world) + 601n }, '1:ExpiryTooFar'],
      [{ instruction: withAccount(0, stranger.wallet.account) }, '1:BadRecovery'],
      [{ instruction: withAccount(0, world.config) }, '1:BadAccount'],
      [{ instruction: withAccount(1, freshAddress()) }, '1:BadRecovery'],
      [{ instruction: withRole(1, ROLE.readonly) }, '1:NotWritable'],
      [{ instruction: withAccount(2, user.wallet.account) }, '1:BadConfig'],
      [{ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 4) }) }, '1:MissingAccounts'],
      [{ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 82) }) }, '1:MalformedData'],
      [{ signedIntent: (intent) => ({ ...intent, index: 1 }) as never }, '1:ClientDataMismatch'],
      [{ signedIntent: () => ({ action: 'cancelRecovery' }) }, '1:ClientDataMismatch'],
      [{ quirks: { flags: 0x01 } }, '1:UserNotVerified'],
    ];
    for (const [bend, error] of cases) expect(await refusal(bend)).toBe(error);
  });

  it('for a malformed key, the current key or another rpId', async () => {
    await trust(1);
    const bad = brandPasskeyPoint(Uint8Array.from(next.point).fill(4, 0, 1));
    expect((await vote(world, user, 0, helpers[0]!, bad)).error).toBe('1:BadPasskey');
    expect((await vote(world, user, 0, helpers[0]!, user.passkey.point)).error).toBe('1:SameAuthority');
    const elsewhere: VoteBend = {
      signedIntent: (intent) => ({ ...intent, newRpIdHash: user.wallet.accountId }) as never,
      instruction: (ix) => {
        const data = Uint8Array.from(ix.data);
        data.set(user.wallet.accountId, 51);
        return { ...ix, data };
      },
    };
    expect(await refusal(elsewhere)).toBe('1:RotateRpIdHash');
  });

  it('from a player with the account of another', async () => {
    const stranger = await createActiveUser(world);
    await ok(setPolicy(world, user, { guardians: [accountGuardian(friend)] }));
    expect((await vote(world, user, 0, stranger, next.point)).error).toBe('1:BadAccount');
    const notMine = { guardianAccount: world.config };
    expect((await vote(world, user, 0, friend, next.point, notMine)).error).toBe('1:BadAccount');
    await ok(vote(world, user, 0, friend, next.point));
  });

  it('from a sheet as a passkey, from a passkey as a sheet, and from a sheet over another message', async () => {
    const sheet = createSheet(user);
    await ok(
      setPolicy(world, user, {
        guardians: [{ kind: 'sheet', key: sheet.publicKey }, passkeyGuardian(helpers[1]!)],
      }),
    );
    const asPasskey = { point: sheet.publicKey } as const;
    expect((await vote(world, user, 0, helpers[0]!, next.point, asPasskey)).ok).toBe(false);
    expect(await refusal({}, 0)).toBe('1:PasskeyLength');
    const signed = (challenge: Uint8Array) => Uint8Array.from(challenge).fill(0, 0, 1) as never;
    expect((await voteBySheet(world, user, 0, sheet, next.point, { signed })).error).toBe('1:SheetMismatch');
    expect((await voteBySheet(world, user, 1, sheet, next.point)).error).toBe('1:PasskeyLength');
    const other = (ix: ProgramInstruction): ProgramInstruction => {
      const data = Uint8Array.from(ix.data);
      data.set(createPasskey().point, 18);
      return { ...ix, data };
    };
    expect((await voteBySheet(world, user, 0, sheet, next.point, { instruction: other })).error).toBe(
      '1:SheetMismatch',
    );
    await ok(voteBySheet(world, user, 0, sheet, next.point));
    await ok(voteBySheet(world, user, 0, sheet, null));
    expect(readRecovery(world, user)!.votes).toEqual([null, null]);
  });
});

describe('finishing is refused', () => {
  it('with wrong accounts or data, and when epoch or nonce would overflow', async () => {
    await trust(1);
    await ok(by(0));
    wait(7n * DAY);
    const stranger = await createActiveUser(world);
    const cases: [(ix: ProgramInstruction) => ProgramInstruction, string][] = [
      [withAccount(0, stranger.wallet.account), '0:BadRecovery'],
      [withAccount(0, world.config), '0:BadAccount'],
      [withAccount(1, freshAddress()), '0:BadRecovery'],
      [withRole(0, ROLE.readonly), '0:NotWritable'],
      [withRole(1, ROLE.readonly), '0:NotWritable'],
      [(ix) => ({ ...ix, accounts: ix.accounts.slice(0, 1) }), '0:MissingAccounts'],
      [(ix) => ({ ...ix, data: ix.data.slice(0, 33) }), '0:MalformedData'],
      [(ix) => ({ ...ix, data: Uint8Array.of(...ix.data, 0) }), '0:MalformedData'],
    ];
    for (const [instruction, error] of cases)
      expect((await finishRecovery(world, user, next.point, { instruction })).error).toBe(error);
    // An empty slot holds zeros. It does not count as a vote for a zero key.
    const nobody = brandPasskeyPoint(new Uint8Array(33));
    expect((await finishRecovery(world, user, nobody)).error).toBe('0:RecoveryNotReady');
    const inEpoch = (byte: number): void => {
      editAccount(world.svm, user.wallet.account, (data) => data.fill(byte, 4, 8));
      editAccount(world.svm, recoveryAddress(world, user), (data) => data.fill(byte, 56 + 92, 56 + 96));
    };
    inEpoch(0xff);
    expect(await finish()).toBe('0:Overflow');
    inEpoch(0);
    editAccount(world.svm, recoveryAddress(world, user), (data) => data.fill(0xff, 8, 16));
    expect(await finish()).toBe('0:Overflow');
  });
});
