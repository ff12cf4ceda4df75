import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/searches.ts';
import { EVERYTHING, protocolFeeLamports, rentExemptLamports } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import { execute, openBoard, openSession, revoke } from './support/sessions.ts';
import type { Session } from './support/sessions.ts';
import {
  createActiveUser,
  exitSol,
  freshAddress,
  readUser,
  rotate,
  setVault,
  withdrawSol,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, balance, createWorld } from './support/world.ts';
import type { World } from './support/world.ts';

const RENT = rentExemptLamports(0n);
let world: World;

beforeAll(async () => {
  world = await createWorld();
});

/** The expected state of a wallet. */
interface Model {
  user: User;
  vault: bigint;
  nonce: bigint;
}

type Step =
  | { readonly kind: 'withdraw'; readonly amount: bigint; readonly fee: bigint; readonly forged: boolean }
  | { readonly kind: 'exit'; readonly amount: bigint; readonly forged: boolean }
  | { readonly kind: 'rotate'; readonly forged: boolean }
  | { readonly kind: 'play' };

const amount = fc.oneof(
  fc.bigInt(0n, 2n * SOL),
  fc.bigInt(0n, 2n * RENT),
  fc.constantFrom(EVERYTHING, EVERYTHING - 1n),
);
const forged = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('withdraw' as const), amount, fee: fc.bigInt(0n, 120_000n), forged }),
  fc.record({ kind: fc.constant('exit' as const), amount, forged }),
  fc.record({ kind: fc.constant('rotate' as const), forged }),
  fc.record({ kind: fc.constant('play' as const) }),
);

/** Returns the lamports that the vault must pay for a step, or null if the step must be refused. */
function costOf(model: Model, current: Step): bigint | null {
  if (current.kind === 'play') return 0n;
  if (current.forged) return null;
  if (current.kind === 'rotate') return 0n;
  const fee = current.kind === 'withdraw' ? current.fee : 0n;
  if (fee > 100_000n) return null;
  const fees = fee + protocolFeeLamports(fee, 1_000);
  const sent = current.amount === EVERYTHING ? model.vault - fees : current.amount;
  const total = sent + fees;
  const rest = model.vault - total;
  const isPossible = sent >= RENT && rest >= 0n && (rest === 0n || rest >= RENT);
  return isPossible ? total : null;
}

async function run(model: Model, session: Session, current: Step): Promise<boolean> {
  const destination = freshAddress();
  const passkey = current.kind !== 'play' && current.forged ? createPasskey() : model.user.passkey;
  switch (current.kind) {
    case 'withdraw': {
      const bend = { passkey, destination, amount: current.amount, networkFee: current.fee };
      return (await withdrawSol(world, model.user, bend)).ok;
    }
    case 'exit':
      return (await exitSol(world, model.user, { passkey, destination, amount: current.amount })).ok;
    case 'rotate': {
      const next = createPasskey();
      const { ok } = await rotate(world, model.user, next.point, { passkey });
      if (ok) model.user = { ...model.user, passkey: next };
      return ok;
    }
    default:
      await execute(world, model.user, session);
      return true;
  }
}

describe('random steps on a wallet', () => {
  it('take exactly amount and fees from the vault, add one to the nonce, and fail without its passkey', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const model: Model = { user: await createActiveUser(world, 5n * SOL), vault: 5n * SOL, nonce: 1n };
        const session = await openSession(world, model.user);
        await openBoard(world, session);
        model.nonce = 2n;
        for (const current of steps) {
          const cost = costOf(model, current);
          const ok = await run(model, session, current);
          expect(ok).toBe(cost !== null);
          if (cost !== null && current.kind !== 'play') model.nonce += 1n;
          model.vault -= cost ?? 0n;
          expect(balance(world, model.user.wallet.vault)).toBe(model.vault);
          expect(readUser(world, model.user).nonce).toBe(model.nonce);
        }
      }),
      runs(15, 60),
    );
  });

  it('through a session never change vault, account or nonce', async () => {
    const user = await createActiveUser(world);
    const session = await openSession(world, user);
    await openBoard(world, session);
    const before = readUser(world, user);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (data) => {
        await execute(world, user, session, { data });
        expect(readUser(world, user)).toEqual(before);
        expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
      }),
      runs(25, 100),
    );
    expect((await revoke(world, user, session)).ok).toBe(true);
  });

  it('with random instruction data never move a lamport out of the vault', async () => {
    const user = await createActiveUser(world);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 120 }),
        fc.integer({ min: 0, max: 17 }),
        async (bytes, tag) => {
          const data = Uint8Array.from(bytes);
          data[0] = tag;
          const result = await withdrawSol(world, user, { instruction: (ix) => ({ ...ix, data }) });
          expect(result.ok).toBe(false);
          expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
        },
      ),
      runs(40, 200),
    );
    setVault(world, user, 10n * SOL);
  });
});
