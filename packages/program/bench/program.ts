// Prints what the program and the protocol package cost: tsx packages/program/bench/program.ts
import {
  accountIdFromPid,
  addressFromBytes,
  findTokenAccountAddress,
  findVaultAddress,
  programAddressAt,
  rentExemptLamports,
  sha256,
  toAddress,
  utf8,
  vaultSeeds,
} from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import { readManifest } from '../src/index.ts';
import { createPasskey } from '../test/support/passkey.ts';
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
import { SOL, createWorld, fund, now, setTime } from '../test/support/world.ts';
import type { Result, World } from '../test/support/world.ts';

const SAMPLES = 100;
const rows: Record<string, string | number>[] = [];

function report(figure: string, values: number | readonly number[], limit = ''): void {
  const sorted = [values].flat().toSorted((left, right) => left - right);
  const [median, worst] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
  rows.push({ figure, median, worst, limit });
}

/** Compute units of the wallet program alone; the precompile costs none. */
function units(world: World, result: Result): number {
  if (!result.ok) throw new Error(`${result.error}\n${result.logs.join('\n')}`);
  const line = result.logs.findLast((log) => log.startsWith(`Program ${world.program} consumed`));
  return Number(line?.match(/consumed (\d+)/)?.[1]);
}

const world = await createWorld();
const budget: ProgramInstruction[] = [0, 1].map((kind) => ({
  programAddress: toAddress('ComputeBudget111111111111111111111111111111'),
  accounts: [],
  data: kind === 0 ? Uint8Array.of(2, 0, 0, 1, 0) : Uint8Array.of(3, 0, 0, 1, 0, 0, 0, 0, 0),
}));
const withBudget = { arrange: (pair: ProgramInstruction[]) => [...budget, ...pair] };
const longest = {
  clientData: (json: string) =>
    json.replace(
      '}',
      ',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}',
    ),
};

const costs: Record<string, number[]> = {
  activate: [],
  register: [],
  withdraw: [],
  rotate: [],
  play: [],
  spl: [],
  splNew: [],
};
const game: number[] = [];
let sizes = { withdraw: 0, splLongest: 0 };
for (let i = 0; i < SAMPLES; i++) {
  const user = createUser(world);
  fund(world.svm, user.wallet.vault, 5n * SOL);
  costs['activate']?.push(units(world, await activate(world, user)));
  const withdrawal = await withdrawSol(world, user, withBudget);
  costs['withdraw']?.push(units(world, withdrawal));
  const mint = createMint(world);
  giveTokens(world, user, mint, 100n);
  const destination = freshAddress();
  setTokenAccount(world, findTokenAccountAddress(destination, mint).address, {
    mint,
    owner: destination,
    amount: 0n,
  });
  costs['spl']?.push(units(world, await withdrawSpl(world, user, mint, { destination })));
  const created = await withdrawSpl(world, user, mint, { ...withBudget, quirks: longest });
  costs['splNew']?.push(units(world, created));
  sizes = { withdraw: withdrawal.bytes, splLongest: created.bytes };
  const session = await newSession(world, user);
  costs['register']?.push(units(world, await register(world, user, session)));
  await openBoard(world, session);
  const played = await execute(world, user, session);
  const own = played.logs.find((log) => log.startsWith(`Program ${world.game} consumed`));
  game.push(Number(own?.match(/consumed (\d+)/)?.[1]));
  costs['play']?.push(units(world, played) - (game.at(-1) ?? 0));
  costs['rotate']?.push(units(world, await rotate(world, user, createPasskey().point)));
}
report('withdraw SOL, CU', costs['withdraw'] ?? [], '5,200');
report('withdraw SPL to an existing account, CU', costs['spl'] ?? [], '8,000');
report('withdraw SPL creating the account, CU', costs['splNew'] ?? []);
report('rotate, CU', costs['rotate'] ?? [], '2,500');
report('activate, CU', costs['activate'] ?? []);
report('register session, CU', costs['register'] ?? []);
report('session execute beyond the game, CU', costs['play'] ?? [], '5,000');
report('the game itself, CU', game);

const user = await createActiveUser(world);
report('exit SOL, CU', units(world, await exitSol(world, user)));
const mint = createMint(world);
giveTokens(world, user, mint, 100n);
report('exit SPL creating the account, CU', units(world, await exitSpl(world, user, mint)));
const session = await openSession(world, user);
report('revoke session, CU', units(world, await revoke(world, user, session)));
setTime(world.svm, now(world) + 1n);
report('close session, CU', units(world, await close(world, user, session)));
report('withdraw transaction with compute budget, bytes', sizes.withdraw, '800');
report('SPL withdrawal, account created, longest clientDataJSON, bytes', sizes.splLongest, '1,232');
const manifest = readManifest();
report('wallet.so, bytes', manifest.programs.wallet.v0.bytes, '49,152');
report('game.so, bytes', manifest.programs.game.v0.bytes);
report('activation rent, lamports', Number(rentExemptLamports(81n)));

/** CPU time, which other work on the machine disturbs less than the clock on the wall. */
function microseconds(): number {
  return process.cpuUsage().user;
}

const program = addressFromBytes(sha256(utf8('bench')));
const ids = Array.from({ length: 4_000 }, (_, i) => accountIdFromPid(`player_${i}@pid`));
const cold: number[] = [];
const known: number[] = [];
for (let round = 0; round < 7; round++) {
  const start = microseconds();
  const found = ids.map((id) => findVaultAddress(program, id));
  const middle = microseconds();
  found.forEach(({ bump }, index) =>
    programAddressAt(program, vaultSeeds(ids[index] ?? accountIdFromPid('')), bump),
  );
  const end = microseconds();
  cold.push(Math.round(((middle - start) / ids.length) * 10) / 10);
  known.push(Math.round(((end - middle) / ids.length) * 10) / 10);
}
report('address derivation on the server, µs', cold, '90');
report('address at a known bump on the server, µs', known, '6');
// oxlint-disable-next-line no-console -- this is what the script is for
console.table(rows);
