// Guardians vote, the delay runs, the passkey may cancel, and anyone may finish.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLE, recoveryAttempts } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import type { Passkey } from './support/passkey.ts';
import {
  DAY,
  accountGuardian,
  cancelRecovery,
  createSheet,
  finishRecovery,
  passkeyGuardian,
  readRecovery,
  recoveryAddress,
  setPolicy,
  vote,
  voteBySheet,
  voteInstructions,
} from './support/recovery.ts';
import type { VoteBend } from './support/recovery.ts';
import { execute, openBoard, openSession } from './support/sessions.ts';
import {
  createActiveUser,
  freshAddress,
  readUser,
  rotate,
  withAccount,
  withRole,
  withdrawSol,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, START, balance, createWorld, editAccount, now, send, setTime } from './support/world.ts';
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

describe('a recovery', () => {
  it('hands the wallet over after the delay: raises the epoch, keeps nonce and policy, ends sessions', async () => {
    await trust(2);
    await ok(by(0));
    expect(await finish()).toBe('0:RecoveryNotReady');
    wait(DAY);
    await ok(by(2));
    const readyAt = now(world) + 7n * DAY;
    expect(recoveryAttempts(readRecovery(world, user)!, 0, now(world))).toEqual([
      { newAuthority: next.point, readyAt, lapsesAt: readyAt + 30n * DAY },
    ]);
    setTime(world.svm, readyAt - 1n);
    expect(await finish()).toBe('0:RecoveryNotReady');
    const session = await openSession(world, user);
    await openBoard(world, session);
    setTime(world.svm, readyAt);
    await ok(execute(world, user, session));
    const { nonce } = readUser(world, user);
    expect(await finish()).toBeNull();
    expect(readUser(world, user)).toMatchObject({ authority: next.point, nonce, epoch: 1 });
    expect(readRecovery(world, user)).toMatchObject({ nonce: 2n, threshold: 2, votes: [null, null, null] });
    expect(await finish()).toBe('0:RecoveryNotReady');
    expect((await withdrawSol(world, user)).error).toBe('1:WrongPasskey');
    await ok(withdrawSol(world, { ...user, passkey: next }));
    expect((await execute(world, user, session)).error).toBe('0:SessionEpoch');
  });

  it('can be approved by a sheet of twelve words, but only by the one in the policy', async () => {
    const [sheet, other] = [createSheet(user), createSheet(user)];
    await ok(setPolicy(world, user, { guardians: [{ kind: 'sheet', key: sheet.publicKey }] }));
    expect((await voteBySheet(world, user, 0, other, next.point)).error).toBe('1:WrongPasskey');
    const elsewhere = createSheet(friend);
    expect((await voteBySheet(world, user, 0, elsewhere, next.point)).error).toBe('1:WrongPasskey');
    await ok(voteBySheet(world, user, 0, sheet, next.point));
    wait(7n * DAY);
    expect(await finish()).toBeNull();
  });

  it('can be approved by another player, with the passkey that they have when they vote', async () => {
    await ok(setPolicy(world, user, { guardians: [accountGuardian(friend)] }));
    const rotated = { ...friend, passkey: createPasskey() };
    await ok(rotate(world, friend, rotated.passkey.point));
    expect((await vote(world, user, 0, friend, next.point)).error).toBe('1:WrongPasskey');
    await ok(vote(world, user, 0, rotated, next.point));
    // A later rotation of the guardian's passkey does not remove the vote.
    await ok(rotate(world, rotated, createPasskey().point));
    wait(7n * DAY);
    expect(await finish()).toBeNull();
    expect(readUser(world, friend)).toMatchObject({ nonce: 3n, epoch: 2 });
    expect(balance(world, friend.wallet.vault)).toBe(10n * SOL);
  });

  it('can be finished for thirty days, then lapses', async () => {
    await trust(1, 1, 86_400);
    await ok(by(0));
    wait(DAY + 30n * DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
    expect(recoveryAttempts(readRecovery(world, user)!, 0, now(world))).toEqual([]);
    wait(-1n);
    expect(await finish()).toBeNull();
  });

  it('lapses even if a guardian voted for it after the threshold was reached', async () => {
    await trust(2, 3, 86_400);
    await ok(by(0));
    await ok(by(1));
    wait(20n * DAY);
    await ok(by(2));
    wait(11n * DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
  });

  it('counts only votes that were valid at the same time', async () => {
    await trust(2, 3, 86_400);
    await ok(by(0));
    wait(30n * DAY);
    await ok(by(1));
    wait(DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
    await ok(by(2));
    wait(DAY);
    expect(await finish()).toBeNull();
  });

  it('starts its delay at the vote that reaches the threshold; further votes do not change it', async () => {
    await trust(2, 4);
    await ok(by(3));
    await ok(by(0));
    wait(6n * DAY);
    await ok(by(1));
    await ok(by(2));
    await ok(by(0));
    wait(DAY);
    expect(await finish()).toBeNull();
  });

  it('can start again after it has lapsed, with other votes or the same ones', async () => {
    await trust(2, 4, 86_400);
    await ok(by(0));
    await ok(by(1));
    wait(40n * DAY);
    await ok(by(2));
    await ok(by(3));
    wait(DAY);
    expect(await finish()).toBeNull();
    await ok(vote(world, user, 0, helpers[0]!, user.passkey.point));
    wait(40n * DAY);
    await ok(vote(world, user, 0, helpers[0]!, user.passkey.point));
    await ok(vote(world, user, 1, helpers[1]!, user.passkey.point));
    wait(DAY);
    expect(await finish(user.passkey)).toBeNull();
  });

  it('ends when a vote is withdrawn or changed; the old vote cannot be replayed', async () => {
    await trust(2);
    const instructions = voteInstructions(world, user, 0, helpers[0]!, next.point);
    await ok(send(world, instructions, [world.sponsor]));
    await ok(by(1));
    await ok(by(0, null));
    expect(readRecovery(world, user)!.votes[0]).toBeNull();
    // The same bytes in another transaction, before they expire.
    expect((await send(world, instructions, [world.relayer])).error).toBe('1:VoteNotLater');
    wait(7n * DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
    await ok(by(0));
    wait(3n * DAY);
    await ok(by(1, createPasskey()));
    wait(4n * DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
  });

  it('can be neither stopped nor started by one hostile guardian of five', async () => {
    await trust(3, 5);
    const hostile = createPasskey();
    await ok(by(4, hostile));
    for (const index of [0, 1]) await ok(by(index));
    for (const authority of [next, hostile, null, hostile]) await ok(by(4, authority));
    await ok(by(2));
    wait(3n * DAY);
    for (const authority of [next, null, next, hostile]) await ok(by(4, authority));
    wait(4n * DAY);
    expect(await finish(hostile)).toBe('0:RecoveryNotReady');
    expect(await finish()).toBeNull();
  });

  it('that is finished first ends another one that reached the threshold', async () => {
    await trust(1, 2);
    const thief = createPasskey();
    await ok(by(0, thief));
    await ok(by(1));
    wait(7n * DAY);
    expect(await finish()).toBeNull();
    expect(await finish(thief)).toBe('0:RecoveryNotReady');
  });

  it('cannot be finished if a rotation has already made its passkey the authority', async () => {
    await trust(1);
    await ok(by(0));
    await ok(rotate(world, user, next.point));
    wait(7n * DAY);
    expect(await finish()).toBe('0:RecoveryNotReady');
    expect((await by(1)).error).toBe('1:SameAuthority');
  });
});

describe('cancelling', () => {
  it('ends the recovery immediately and bars its voters for the delay, but no other guardian', async () => {
    await trust(2, 4);
    await ok(by(0));
    await ok(by(1));
    const other = createPasskey();
    await ok(by(2, other));
    await ok(cancelRecovery(world, user));
    expect(readRecovery(world, user)).toMatchObject({ nonce: 2n, votes: [null, null, null, null] });
    const until = now(world) + 7n * DAY;
    expect(readRecovery(world, user)!.barredUntil).toEqual([until, until, 0n, 0n]);
    expect(readUser(world, user)).toMatchObject({ nonce: 1n, epoch: 0 });
    expect((await by(0)).error).toBe('1:VoteBarred');
    await ok(by(2));
    await ok(by(3));
    setTime(world.svm, until - 1n);
    expect((await by(1)).error).toBe('1:VoteBarred');
    setTime(world.svm, until);
    await ok(by(1));
    expect(await finish()).toBeNull();
  });

  it('bars no guardian before the threshold is reached, and the voters of every authority that reached it', async () => {
    await trust(3);
    await ok(by(0));
    await ok(by(1));
    await ok(cancelRecovery(world, user));
    expect(readRecovery(world, user)!.barredUntil).toEqual([0n, 0n, 0n]);
    await trust(1, 3);
    await ok(by(0));
    await ok(by(1, createPasskey()));
    await ok(cancelRecovery(world, user));
    const until = now(world) + 7n * DAY;
    expect(readRecovery(world, user)!.barredUntil).toEqual([until, until, 0n]);
  });

  it('needs the current passkey: an old signature, a guardian or another wallet cannot cancel', async () => {
    await trust(1);
    await ok(by(0));
    const stranger = await createActiveUser(world);
    const cases: [VoteBend, string][] = [
      [{ passkey: helpers[1]! }, '1:WrongPasskey'],
      [{ nonce: 0n }, '1:WrongNonce'],
      [{ expiry: now(world) - 1n }, '1:ExpiryPassed'],
      [{ expiry: now(world) + 601n }, '1:ExpiryTooFar'],
      [{ signedScope: { nonce: 0n } }, '1:ClientDataMismatch'],
      [{ instruction: withAccount(0, world.config) }, '1:BadAccount'],
      [{ instruction: withAccount(0, stranger.wallet.account) }, '1:BadRecovery'],
      [{ instruction: withAccount(1, freshAddress()) }, '1:BadRecovery'],
      [{ instruction: withRole(1, ROLE.readonly) }, '1:NotWritable'],
      [{ instruction: withAccount(2, user.wallet.account) }, '1:BadConfig'],
      [{ instruction: (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 3) }) }, '1:MissingAccounts'],
      [{ instruction: (ix) => ({ ...ix, data: ix.data.slice(0, 16) }) }, '1:MalformedData'],
    ];
    for (const [bend, error] of cases) expect((await cancelRecovery(world, user, bend)).error).toBe(error);
    wait(7n * DAY);
    expect(await finish()).toBeNull();
    editAccount(world.svm, recoveryAddress(world, user), (data) => data.fill(0xff, 8, 16));
    expect((await cancelRecovery(world, { ...user, passkey: next })).error).toBe('1:Overflow');
  });
});
