import { lamports } from '@solana/kit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLE, TOKEN_2022_PROGRAM, appendPolicyInstruction, findTokenAccountAddress } from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import { newSession, register } from './support/sessions.ts';
import { createMint, giveTokens, setTokenAccount } from './support/tokens.ts';
import {
  activate,
  createActiveUser,
  createUser,
  exitSol,
  exitSpl,
  freshAddress,
  rotate,
  withRole,
  withdrawSol,
  withdrawSpl,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, createWorld, editAccount, fund, send } from './support/world.ts';
import type { World } from './support/world.ts';

let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  user = await createActiveUser(world);
});

/** No account can reach this state; the arithmetic must hold anyway. */
function setField(address: Address, write: (view: DataView) => void): void {
  editAccount(world.svm, address, (data) => write(new DataView(data.buffer)));
}

describe('a value at its maximum is refused instead of wrapped:', () => {
  it('the nonce', async () => {
    setField(user.wallet.account, (view) => view.setBigUint64(8, (1n << 64n) - 1n, true));
    expect((await withdrawSol(world, user)).error).toBe('1:Overflow');
    setField(user.wallet.account, (view) => view.setBigUint64(8, (1n << 64n) - 2n, true));
    expect((await withdrawSol(world, user)).error).toBeNull();
  });

  it('the epoch', async () => {
    setField(user.wallet.account, (view) => view.setUint32(4, 0xffffffff, true));
    expect((await rotate(world, user, createPasskey().point)).error).toBe('1:Overflow');
  });

  it('the number of policies', async () => {
    const isolated = await createWorld();
    editAccount(isolated.svm, isolated.config, (data) =>
      new DataView(data.buffer).setUint32(4, 0xffffffff, true),
    );
    const append = appendPolicyInstruction(isolated.program, {
      admin: isolated.admin.address,
      version: 0,
      bps: 0,
      maxNetworkFeeLamports: 0n,
    });
    expect((await send(isolated, [append], [isolated.admin])).error).toBe('0:Overflow');
  });

  it('the balance of a receiver', async () => {
    const rich = freshAddress();
    const account = world.svm.getAccount(world.sponsor.address);
    if (account.exists) {
      world.svm.setAccount({ ...account, address: rich, lamports: lamports((1n << 64n) - 1n) });
    }
    expect((await withdrawSol(world, user, { destination: rich })).error).toBe('1:Overflow');
  });
});

describe('a relayer that is read-only because another key pays the fee is refused', () => {
  it.each<[string, (owner: User) => Promise<{ error: string | null }>]>([
    ['by a withdrawal', (owner) => withdrawSol(world, owner, { ...readonlyRelayer() })],
    [
      'by a registration',
      async (owner) => register(world, owner, await newSession(world, owner), readonlyRelayer()),
    ],
    [
      'by an activation',
      () => {
        const fresh = createUser(world);
        fund(world.svm, fresh.wallet.vault, SOL);
        const signers = [world.sponsor, world.relayer, world.registrar];
        return activate(world, fresh, { ...readonlyRelayer(), signers });
      },
    ],
  ])('%s', async (_, attempt) => {
    expect((await attempt(user)).error).toBe('1:NotWritable');
  });

  function readonlyRelayer() {
    return { instruction: withRole(0, ROLE.readonlySigner), signers: [world.sponsor, world.relayer] };
  }
});

describe('invalid tokens are refused:', () => {
  it('a mint of another program or of another size, and a mint of Token-2022 in an exit', async () => {
    const foreign = createMint(world, world.game);
    giveTokens(world, user, foreign, 5n);
    expect((await withdrawSpl(world, user, foreign)).error).toBe('1:BadMint');
    expect((await exitSpl(world, user, foreign)).error).toBe('1:BadMint');
    const long = createMint(world);
    giveTokens(world, user, long, 5n);
    const account = world.svm.getAccount(long);
    if (account.exists) {
      const data = new Uint8Array(90);
      data.set(account.data);
      world.svm.setAccount({ ...account, data, space: 90n, lamports: lamports(SOL) });
    }
    expect((await withdrawSpl(world, user, long)).error).toBe('1:BadMint');
    const newer = createMint(world, TOKEN_2022_PROGRAM);
    giveTokens(world, user, newer, 5n);
    expect((await exitSpl(world, user, newer)).error).toBe('1:Token2022NotSupported');
  });

  it('a token account of another size, as source or destination', async () => {
    const mint = createMint(world);
    const source = giveTokens(world, user, mint, 5n);
    const destination = freshAddress();
    const target = findTokenAccountAddress(destination, mint).address;
    setTokenAccount(world, target, { mint, owner: destination, amount: 0n });
    const lengthen = (address: Address) => {
      const account = world.svm.getAccount(address);
      if (!account.exists) throw new Error('no token account');
      const data = new Uint8Array(170);
      data.set(account.data);
      world.svm.setAccount({ ...account, data, space: 170n, lamports: lamports(SOL) });
    };
    lengthen(target);
    expect((await withdrawSpl(world, user, mint, { destination })).error).toBe('1:TokenDestinationOwner');
    lengthen(source);
    expect((await withdrawSpl(world, user, mint, { destination })).error).toBe('1:BadTokenSource');
  });
});

describe('an exit', () => {
  it('needs its accounts writable', async () => {
    for (const index of [0, 1, 2]) {
      expect((await exitSol(world, user, { instruction: withRole(index, ROLE.readonly) })).error).toBe(
        '1:NotWritable',
      );
    }
  });

  it('of tokens needs writable token accounts', async () => {
    const mint = createMint(world);
    giveTokens(world, user, mint, 5n);
    for (const index of [8, 9]) {
      expect((await exitSpl(world, user, mint, { instruction: withRole(index, ROLE.readonly) })).error).toBe(
        '1:NotWritable',
      );
    }
  });
});
