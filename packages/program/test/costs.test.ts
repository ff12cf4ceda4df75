// The budgets of the contract, which every change of the program must keep. bench/program.ts prints the
// figures.
import { beforeAll, describe, expect, it } from 'vitest';
import { findTokenAccountAddress, toAddress } from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import {
  DAY,
  accountGuardian,
  cancelRecovery,
  createSheet,
  finishRecovery,
  passkeyGuardian,
  setPolicy,
  vote,
  voteBySheet,
} from './support/recovery.ts';
import { execute, openBoard, openSession } from './support/sessions.ts';
import { createMint, giveTokens, setTokenAccount } from './support/tokens.ts';
import { createActiveUser, freshAddress, rotate, withdrawSol, withdrawSpl } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { createWorld, now, setTime } from './support/world.ts';
import type { Result, World } from './support/world.ts';

const LONGEST_TAIL =
  ',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}';
let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  user = await createActiveUser(world);
});

function units(result: Result, program = world.program): number {
  expect(result.error).toBeNull();
  const line = result.logs.findLast((log) => log.startsWith(`Program ${program} consumed`));
  return Number(line?.match(/consumed (\d+)/)?.[1]);
}

const withBudget = {
  arrange: (pair: ProgramInstruction[]) => [
    ...[Uint8Array.of(2, 0, 0, 1, 0), Uint8Array.of(3, 0, 0, 1, 0, 0, 0, 0, 0)].map((data) => ({
      programAddress: toAddress('ComputeBudget111111111111111111111111111111'),
      accounts: [],
      data,
    })),
    ...pair,
  ],
};

describe('the program stays within its budget', () => {
  it('withdraws SOL for 5,200 units in 800 bytes', async () => {
    const result = await withdrawSol(world, user, withBudget);
    expect(units(result)).toBeLessThanOrEqual(5_200);
    expect(result.bytes).toBeLessThanOrEqual(800);
  });

  it('withdraws tokens to an existing account for 8,000 units', async () => {
    const [mint, destination] = [createMint(world), freshAddress()];
    giveTokens(world, user, mint, 5n);
    const { address, bump } = findTokenAccountAddress(destination, mint);
    setTokenAccount(world, address, { mint, owner: destination, amount: 0n });
    // The program searches for the associated address, which takes one more hash for each bump below 255.
    const cost = units(await withdrawSpl(world, user, mint, { destination }));
    expect(cost - 130 * (255 - bump)).toBeLessThanOrEqual(6_800);
  });

  it('withdraws tokens in one packet, even with account creation and the longest clientDataJSON', async () => {
    const mint = createMint(world);
    giveTokens(world, user, mint, 5n);
    const quirks = { clientData: (json: string) => json.replace('}', LONGEST_TAIL) };
    const result = await withdrawSpl(world, user, mint, { ...withBudget, quirks });
    expect(result.error).toBeNull();
    expect(result.bytes).toBeLessThanOrEqual(1_232);
  });

  it('plays for 5,000 units in addition to the game’s own, and rotates for 2,500', async () => {
    const session = await openSession(world, user);
    await openBoard(world, session);
    const played = await execute(world, user, session);
    expect(units(played) - units(played, world.game)).toBeLessThanOrEqual(5_000);
    expect(units(await rotate(world, user, createPasskey().point))).toBeLessThanOrEqual(2_500);
  });

  it('recovers for 4,000 units per step, each in one packet with the longest clientDataJSON', async () => {
    const owner = await createActiveUser(world);
    const friend = await createActiveUser(world);
    const helpers = Array.from({ length: 4 }, () => createPasskey());
    const quirks = { clientData: (json: string) => json.replace('}', LONGEST_TAIL) };
    const longest = { ...withBudget, quirks };
    const guardians = [accountGuardian(friend), ...helpers.map(passkeyGuardian)];
    const expectStep = (result: Result): void => {
      expect(units(result)).toBeLessThanOrEqual(4_000);
      expect(result.bytes).toBeLessThanOrEqual(1_232);
    };
    const created = await setPolicy(world, owner, { guardians }, { ...longest, payer: world.sponsor });
    expect(created.error).toBeNull();
    expect(created.bytes).toBeLessThanOrEqual(1_232);
    expectStep(await setPolicy(world, owner, { guardians }, longest));
    // Five guardians vote for five authorities, each of which reaches the threshold: the most comparisons
    // that a cancellation can need.
    expectStep(await vote(world, owner, 0, friend, createPasskey().point, longest));
    for (const [index, helper] of helpers.entries())
      expectStep(await vote(world, owner, index + 1, helper, createPasskey().point, longest));
    expectStep(await cancelRecovery(world, owner, longest));
    const sheet = createSheet(owner);
    const withSheet = [...guardians.slice(1), { kind: 'sheet' as const, key: sheet.publicKey }];
    expectStep(await setPolicy(world, owner, { guardians: withSheet, threshold: 5 }, longest));
    const next = createPasskey();
    for (const [index, helper] of helpers.entries())
      expectStep(await vote(world, owner, index, helper, next.point, longest));
    expectStep(await voteBySheet(world, owner, 4, sheet, next.point));
    setTime(world.svm, now(world) + 7n * DAY);
    expectStep(await finishRecovery(world, owner, next.point));
  });

  it('names five players as guardians for 4,500 units, in one packet that another key pays', async () => {
    const owner = await createActiveUser(world);
    const friends: User[] = [];
    while (friends.length < 5) friends.push(await createActiveUser(world));
    const policy = { guardians: friends.map(accountGuardian), threshold: 3 };
    const quirks = { clientData: (json: string) => json.replace('}', LONGEST_TAIL) };
    const longest = { ...withBudget, quirks };
    const created = await setPolicy(world, owner, policy, { ...longest, payer: world.sponsor });
    expect(created.error).toBeNull();
    expect(created.bytes).toBeLessThanOrEqual(1_232);
    expect(units(await setPolicy(world, owner, policy, longest))).toBeLessThanOrEqual(4_500);
  });
});
