// A vote counts only in the epoch that the wallet had when the vote arrived.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recoveryAttempts } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import type { Passkey } from './support/passkey.ts';
import {
  DAY,
  cancelRecovery,
  finishRecovery,
  passkeyGuardian,
  readRecovery,
  recoveryAddress,
  setPolicy,
  vote,
} from './support/recovery.ts';
import { createActiveUser, readUser, rotate } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { START, createWorld, editAccount, now, setTime } from './support/world.ts';
import type { World } from './support/world.ts';

let world: World;
let user: User;
let helpers: Passkey[];
let next: Passkey;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  setTime(world.svm, START);
  user = await createActiveUser(world);
  helpers = Array.from({ length: 3 }, () => createPasskey());
  next = createPasskey();
});

const wait = (seconds: bigint): void => setTime(world.svm, now(world) + seconds);
const ok = async (result: Promise<{ error: string | null }>): Promise<void> =>
  expect((await result).error).toBeNull();
const trust = (threshold: number): Promise<void> =>
  ok(setPolicy(world, user, { guardians: helpers.map(passkeyGuardian), threshold }));
const by = (index: number) => vote(world, user, index, helpers[index]!, next.point);
const finish = async (): Promise<string | null> => (await finishRecovery(world, user, next.point)).error;

describe('a recovery', () => {
  it('does not bring back a passkey that the owner has rotated away from', async () => {
    await trust(1);
    await ok(by(0));
    await ok(rotate(world, user, next.point));
    const latest = createPasskey();
    await ok(rotate(world, { ...user, passkey: next }, latest.point));
    wait(7n * DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
    expect(readUser(world, user)).toMatchObject({ authority: latest.point, epoch: 2 });
    expect(recoveryAttempts(readRecovery(world, user)!, 2, now(world))).toEqual([]);
  });

  it('counts votes of one epoch only; the same vote sent again counts in the new epoch', async () => {
    await trust(2);
    await ok(by(0));
    const rotated = createPasskey();
    await ok(rotate(world, user, rotated.point));
    await ok(by(1));
    expect(readRecovery(world, user)!.votes.map((vote) => vote?.epoch)).toEqual([0, 1, undefined]);
    wait(7n * DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
    await ok(by(0));
    wait(7n * DAY - 1n);
    expect(await finish()).toBe('0:RecoveryNotReady');
    wait(1n);
    expect(await finish()).toBeNull();
  });

  it('counts a vote that an earlier program stored without an epoch in epoch 0 only', async () => {
    await trust(1);
    await ok(by(0));
    const stamp = 56 + 92;
    const stored = world.svm.getAccount(recoveryAddress(world, user));
    expect(stored.exists && [...stored.data.subarray(stamp, stamp + 4)]).toEqual([0, 0, 0, 0]);
    wait(7n * DAY);
    await ok(rotate(world, user, createPasskey().point));
    expect(await finish()).toBe('0:RecoveryNotReady');
    // Only the stored epoch decides: with the current epoch, the vote counts.
    editAccount(world.svm, recoveryAddress(world, user), (data) => data.fill(1, stamp, stamp + 1));
    expect(await finish()).toBeNull();
  });
});

describe('cancelling', () => {
  it('bars no guardian for votes of an earlier epoch', async () => {
    await trust(2);
    await ok(by(0));
    await ok(by(1));
    const rotated = { ...user, passkey: createPasskey() };
    await ok(rotate(world, user, rotated.passkey.point));
    await ok(by(2));
    await ok(cancelRecovery(world, rotated));
    expect(readRecovery(world, user)).toMatchObject({
      votes: [null, null, null],
      barredUntil: [0n, 0n, 0n],
    });
  });

  it('bars guardians who voted in this epoch, not those who voted for the same passkey in an earlier one', async () => {
    await trust(2);
    await ok(by(0));
    const rotated = { ...user, passkey: createPasskey() };
    await ok(rotate(world, user, rotated.passkey.point));
    await ok(by(1));
    await ok(by(2));
    await ok(cancelRecovery(world, rotated));
    const until = now(world) + 7n * DAY;
    expect(readRecovery(world, user)!.barredUntil).toEqual([0n, until, until]);
  });
});
