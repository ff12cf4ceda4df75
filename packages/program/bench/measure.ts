// Measures the costs of the program. bench/program.ts prints them as the table in the README, and a test
// compares the two.
import { RECOVERY_BYTES, findTokenAccountAddress, rentExemptLamports, toAddress } from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import { readManifest } from '../src/index.ts';
import { createPasskey } from '../test/support/passkey.ts';
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
} from '../test/support/recovery.ts';
import {
  close,
  execute,
  newSession,
  openBoard,
  openSession,
  register,
  revoke,
} from '../test/support/sessions.ts';
import { createMint, giveTokens, setTokenAccount } from '../test/support/tokens.ts';
import {
  activate,
  createActiveUser,
  createUser,
  exitSol,
  exitSpl,
  freshAddress,
  rotate,
  withdrawSol,
  withdrawSpl,
} from '../test/support/wallet.ts';
import type { User } from '../test/support/wallet.ts';
import { SOL, createWorld, fund, now, setTime } from '../test/support/world.ts';
import type { Result, World } from '../test/support/world.ts';

export interface Figure {
  readonly name: string;
  readonly values: readonly number[];
  readonly limit?: number;
  /**
   * True if every run gives the same number. Other numbers depend on the machine or on the number of bumps
   * that an address takes.
   */
  readonly exact: boolean;
}

const budget: ProgramInstruction[] = [
  Uint8Array.of(2, 0, 0, 1, 0),
  Uint8Array.of(3, 0, 0, 1, 0, 0, 0, 0, 0),
].map((data) => ({
  programAddress: toAddress('ComputeBudget111111111111111111111111111111'),
  accounts: [],
  data,
}));
const withBudget = { arrange: (pair: ProgramInstruction[]) => [...budget, ...pair] };
const longest = {
  ...withBudget,
  quirks: {
    clientData: (json: string) =>
      json.replace(
        '}',
        ',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}',
      ),
  },
};

/** Compute units of the wallet program alone; the precompile costs none. */
function units(world: World, result: Result, program = world.program): number {
  if (!result.ok) throw new Error(`${result.error}\n${result.logs.join('\n')}`);
  const line = result.logs.findLast((log) => log.startsWith(`Program ${program} consumed`));
  return Number(line?.match(/consumed (\d+)/)?.[1]);
}

export async function measureProgram(samples: number): Promise<Figure[]> {
  const world = await createWorld();
  return [
    ...(await measureSamples(world, samples)),
    ...(await measureOnce(world)),
    ...(await measureRecovery(world)),
    ...measureSizes(),
  ];
}

async function measureSamples(world: World, samples: number): Promise<Figure[]> {
  const costs = {
    withdraw: [] as number[],
    spl: [] as number[],
    splNew: [] as number[],
    rotate: [] as number[],
    activate: [] as number[],
    register: [] as number[],
    play: [] as number[],
    withdrawBytes: [] as number[],
    splBytes: [] as number[],
  };
  for (let sample = 0; sample < samples; sample += 1) {
    const user = createUser(world);
    fund(world.svm, user.wallet.vault, 5n * SOL);
    costs.activate.push(units(world, await activate(world, user)));
    const withdrawal = await withdrawSol(world, user, withBudget);
    costs.withdraw.push(units(world, withdrawal));
    costs.withdrawBytes.push(withdrawal.bytes);
    const mint = createMint(world);
    giveTokens(world, user, mint, 100n);
    const destination = freshAddress();
    setTokenAccount(world, findTokenAccountAddress(destination, mint).address, {
      mint,
      owner: destination,
      amount: 0n,
    });
    costs.spl.push(units(world, await withdrawSpl(world, user, mint, { destination })));
    const created = await withdrawSpl(world, user, mint, longest);
    costs.splNew.push(units(world, created));
    costs.splBytes.push(created.bytes);
    const session = await newSession(world, user);
    costs.register.push(units(world, await register(world, user, session)));
    await openBoard(world, session);
    const played = await execute(world, user, session);
    costs.play.push(units(world, played) - units(world, played, world.game));
    costs.rotate.push(units(world, await rotate(world, user, createPasskey().point)));
  }
  return [
    {
      name: 'withdraw SOL, with reimbursement and protocol fee',
      values: costs.withdraw,
      limit: 5_200,
      exact: true,
    },
    { name: 'withdraw SPL to an existing token account', values: costs.spl, limit: 8_000, exact: false },
    { name: 'withdraw SPL, creating the token account', values: costs.splNew, exact: false },
    { name: 'rotate', values: costs.rotate, limit: 2_500, exact: true },
    { name: 'activate', values: costs.activate, exact: false },
    { name: 'register session', values: costs.register, exact: false },
    {
      name: 'session execute, beyond the game’s own cost',
      values: costs.play,
      limit: 5_000,
      exact: true,
    },
    {
      name: 'withdraw transaction with compute budget, bytes',
      values: costs.withdrawBytes,
      limit: 800,
      exact: true,
    },
    {
      name: 'SPL withdrawal, account created, Chromium’s longest clientDataJSON, bytes',
      values: costs.splBytes,
      limit: 1_232,
      exact: true,
    },
  ];
}

async function measureOnce(world: World): Promise<Figure[]> {
  const user = await createActiveUser(world);
  const exited = units(world, await exitSol(world, user));
  const mint = createMint(world);
  giveTokens(world, user, mint, 100n);
  const exitedSpl = units(world, await exitSpl(world, user, mint));
  const session = await openSession(world, user);
  const revoked = units(world, await revoke(world, user, session));
  setTime(world.svm, now(world) + 1n);
  const closed = units(world, await close(world, user, session));
  return [
    { name: 'exit SOL', values: [exited], exact: true },
    { name: 'exit SPL, creating the token account', values: [exitedSpl], exact: false },
    { name: 'revoke session', values: [revoked], exact: true },
    { name: 'close session', values: [closed], exact: true },
  ];
}

/** Every passkey signs the longest clientDataJSON, which costs the most to hash. */
async function measureRecovery(world: World): Promise<Figure[]> {
  const owner = await createActiveUser(world);
  const friends: User[] = [];
  while (friends.length < 5) friends.push(await createActiveUser(world));
  const helpers = Array.from({ length: 4 }, () => createPasskey());
  const players = { guardians: friends.map(accountGuardian), threshold: 5 };
  const created = await setPolicy(world, owner, players, { ...longest, payer: world.sponsor });
  if (!created.ok) throw new Error(`${created.error}`);
  const named = units(world, await setPolicy(world, owner, players, longest));
  const guardians = [accountGuardian(friends[0]!), ...helpers.map(passkeyGuardian)];
  const set = units(world, await setPolicy(world, owner, { guardians }, longest));
  const byPlayer = units(world, await vote(world, owner, 0, friends[0]!, createPasskey().point, longest));
  let byPasskey = 0;
  for (const [index, helper] of helpers.entries())
    byPasskey = units(world, await vote(world, owner, index + 1, helper, createPasskey().point, longest));
  const cancelled = units(world, await cancelRecovery(world, owner, longest));
  const sheet = createSheet(owner);
  const next = createPasskey();
  const five = [...helpers.map(passkeyGuardian), { kind: 'sheet' as const, key: sheet.publicKey }];
  units(world, await setPolicy(world, owner, { guardians: five, threshold: 5 }));
  for (const [index, helper] of helpers.entries())
    units(world, await vote(world, owner, index, helper, next.point));
  const bySheet = units(world, await voteBySheet(world, owner, 4, sheet, next.point));
  setTime(world.svm, now(world) + 7n * DAY);
  const finished = units(world, await finishRecovery(world, owner, next.point));
  return [
    {
      name: 'recovery: policy with four passkeys and a player',
      values: [set],
      limit: 4_000,
      exact: true,
    },
    { name: 'recovery: policy with five players', values: [named], limit: 4_500, exact: true },
    { name: 'recovery: vote of a passkey', values: [byPasskey], limit: 4_000, exact: true },
    { name: 'recovery: vote of a player', values: [byPlayer], limit: 4_000, exact: true },
    { name: 'recovery: vote of a sheet', values: [bySheet], limit: 4_000, exact: true },
    {
      name: 'recovery: cancel five votes for five authorities',
      values: [cancelled],
      limit: 4_000,
      exact: true,
    },
    { name: 'recovery: finish with five votes', values: [finished], limit: 4_000, exact: true },
    {
      name: 'recovery: longest transaction (five players, paid by another key, longest clientDataJSON), bytes',
      values: [created.bytes],
      limit: 1_232,
      exact: true,
    },
  ];
}

function measureSizes(): Figure[] {
  const { wallet } = readManifest().programs;
  const rent = (bytes: bigint): readonly number[] => [Number(rentExemptLamports(bytes))];
  return [
    { name: '`wallet.so`, bytes', values: [wallet.v0.bytes], limit: 49_152, exact: true },
    { name: 'activation rent, lamports (81 bytes)', values: rent(81n), exact: true },
    { name: 'rent of a claim, lamports (153 bytes)', values: rent(153n), exact: true },
    {
      name: `rent of a recovery account, lamports (${RECOVERY_BYTES} bytes)`,
      values: rent(BigInt(RECOVERY_BYTES)),
      exact: true,
    },
  ];
}

/** One row of the table in the README. */
export function rowOf({ name, values, limit }: Figure): string {
  const sorted = values.toSorted((left, right) => left - right);
  const shown = (value: number | undefined): string => value?.toLocaleString('en') ?? '';
  const [median, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `| ${name} | ${shown(median)} | ${shown(worst)} | ${shown(limit)} |`.replaceAll(' |  |', ' | |');
}
