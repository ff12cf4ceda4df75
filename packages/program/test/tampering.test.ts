// Property tests: strangers with a signed request, and a hostile game with a session.
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/searches.ts';
import {
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  findTokenAccountAddress,
  protocolFeeLamports,
  rentExemptLamports,
} from '@pid/protocol';
import type { AccountMeta, Address, ProgramInstruction } from '@pid/protocol';
import { execute, openSession } from './support/sessions.ts';
import { createMint, giveTokens, tokenBalance } from './support/tokens.ts';
import {
  createActiveUser,
  freshAddress,
  readUser,
  withdrawSol,
  withdrawSolInstructions,
  withdrawSpl,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, balance, createWorld, send } from './support/world.ts';
import type { World } from './support/world.ts';

const TOKEN_RENT = rentExemptLamports(165n);
/**
 * Bytes that the signature does not cover: the network fee, which the relayer attests, and a byte of the
 * precompile without meaning.
 */
const FREE = { wallet: [21, 22, 23, 24, 25, 26, 27, 28], precompile: [1] };
let world: World;

beforeAll(async () => {
  world = await createWorld();
});

function flip(instruction: ProgramInstruction, index: number, bits: number): ProgramInstruction {
  const data = Uint8Array.from(instruction.data);
  data[index] = (data[index] ?? 0) ^ bits;
  return { ...instruction, data };
}

describe('a signed withdrawal', () => {
  it('with any byte of the signature or the instruction changed moves nothing', async () => {
    const user = await createActiveUser(world);
    const change = fc.record({
      where: fc.constantFrom<'wallet' | 'precompile'>('wallet', 'precompile'),
      at: fc.nat({ max: 10_000 }),
      bits: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ where, at, bits }) => {
        const pair = withdrawSolInstructions(world, user);
        const position = where === 'wallet' ? 1 : 0;
        const length = pair[position]?.data.length ?? 1;
        fc.pre(!FREE[where].includes(at % length));
        const bent = pair.map((ix, index) => (index === position ? flip(ix, at % length, bits) : ix));
        expect((await send(world, bent, [world.relayer])).ok).toBe(false);
        expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
        expect(readUser(world, user).nonce).toBe(1n);
      }),
      runs(60, 300),
    );
    expect((await withdrawSol(world, user)).error).toBeNull();
  });

  it('with its accounts in another order moves nothing', async () => {
    const user = await createActiveUser(world);
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(order, async (places) => {
        fc.pre(places.some((place, index) => place !== index));
        const instruction = (ix: ProgramInstruction): ProgramInstruction => ({
          ...ix,
          accounts: places.flatMap((place) => ix.accounts[place] ?? []),
        });
        // The runtime finds the system program anywhere in the transaction, so its position does not matter.
        // One of the other accounts must move.
        fc.pre(places.slice(0, 7).some((place, index) => place !== index));
        expect((await withdrawSol(world, user, { instruction })).ok).toBe(false);
        expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
      }),
      runs(25, 100),
    );
  });

  it('of tokens takes exactly the amount, plus rent and fees in SOL', async () => {
    const mint = createMint(world);
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(0n, 1_100n),
        fc.bigInt(0n, 120_000n),
        fc.boolean(),
        async (amount, networkFee, exists) => {
          const user = await createActiveUser(world, SOL);
          const source = giveTokens(world, user, mint, 1_000n);
          const destination = freshAddress();
          const target = findTokenAccountAddress(destination, mint).address;
          if (exists) await withdrawSpl(world, await richUser(mint), mint, { destination, amount: 1n });
          const before = tokenBalance(world, target);
          const { ok } = await withdrawSpl(world, user, mint, { destination, amount, networkFee });
          expect(ok).toBe(amount > 0n && amount <= 1_000n && networkFee <= 100_000n);
          const rent = exists ? 0n : TOKEN_RENT;
          const paid = ok ? networkFee + protocolFeeLamports(networkFee, 1_000) + rent : 0n;
          expect(balance(world, user.wallet.vault)).toBe(SOL - paid);
          expect(tokenBalance(world, source)).toBe(1_000n - (ok ? amount : 0n));
          expect(tokenBalance(world, target) - before).toBe(ok ? amount : 0n);
          expect(readUser(world, user).nonce).toBe(ok ? 2n : 1n);
        },
      ),
      runs(10, 40),
    );
  });
});

async function richUser(mint: Address): Promise<User> {
  const user = await createActiveUser(world);
  giveTokens(world, user, mint, 10n);
  return user;
}

describe('a hostile game with a session', () => {
  it('takes nothing from the vault, its tokens, its account or the fee payer, whatever accounts it gets', async () => {
    const user = await createActiveUser(world);
    const mint = createMint(world);
    const source = giveTokens(world, user, mint, 100n);
    const session = await openSession(world, user, world.forwarder);
    const { account, vault } = user.wallet;
    const sponsor = world.sponsor.address;
    const callees = [SYSTEM_PROGRAM, TOKEN_PROGRAM, world.program, world.game];
    const pool = [vault, account, source, mint, sponsor, session.address, session.signer, world.config];
    const meta: fc.Arbitrary<AccountMeta> = fc.record({
      address: fc.constantFrom(...pool, world.treasury.address),
      role: fc.constantFrom(0 as const, 1 as const),
    });
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      // Transfer instructions of the system program and the token program.
      fc.bigInt(1n, SOL).map((amount) => Uint8Array.of(2, 0, 0, 0, ...littleEndian(amount))),
      fc.bigInt(1n, 100n).map((amount) => Uint8Array.of(3, ...littleEndian(amount))),
    );
    const before = readUser(world, user);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...callees),
        fc.array(meta, { maxLength: 5 }),
        data,
        async (callee, metas, bytes) => {
          const paid = balance(world, sponsor);
          const accounts = [{ address: callee, role: 0 as const }, ...metas];
          await execute(world, user, session, { accounts, data: bytes });
          expect(balance(world, vault)).toBe(10n * SOL);
          expect(tokenBalance(world, source)).toBe(100n);
          expect(readUser(world, user)).toEqual(before);
          expect(paid - balance(world, sponsor)).toBe(10_000n);
        },
      ),
      runs(40, 200),
    );
  });
});

function littleEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
