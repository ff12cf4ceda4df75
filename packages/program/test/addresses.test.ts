import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ROLE,
  initialiseConfigInstruction,
  isOnCurve25519,
  addressBytes,
  programAddressAt,
  findTokenAccountAddress,
  ASSOCIATED_TOKEN_PROGRAM,
  TOKEN_PROGRAM,
  toHex,
  utf8,
} from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { close, newSession, openSession, register } from './support/sessions.ts';
import { createMint, giveTokens, tokenBalance } from './support/tokens.ts';
import {
  activate,
  createActiveUser,
  createUser,
  freshAddress,
  readUser,
  withAccount,
  withdrawSol,
  withdrawSpl,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, balance, createWorld, fund, now, send, setTime } from './support/world.ts';
import type { World } from './support/world.ts';

let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  user = await createActiveUser(world);
});

/**
 * The second address off the curve. A program that accepted the caller's bump would treat it like the
 * canonical one.
 */
function secondAddress(program: Address, seeds: readonly Uint8Array[]): Address {
  const valid = Array.from({ length: 256 }, (_, i) => programAddressAt(program, seeds, 255 - i)).filter(
    (address) => !isOnCurve25519(BigInt(`0x${toHex(addressBytes(address).toReversed())}`)),
  );
  const [, second] = valid;
  if (!second) throw new Error('no second bump');
  return second;
}

describe('an address at a bump other than the canonical one is refused', () => {
  it('for vault and account', async () => {
    const fresh = createUser(world);
    fund(world.svm, fresh.wallet.vault, SOL);
    const id = fresh.wallet.accountId;
    const vault = secondAddress(world.program, [utf8('pid:vault'), id]);
    fund(world.svm, vault, SOL);
    expect((await activate(world, fresh, { instruction: withAccount(3, vault) })).error).toBe('1:BadVault');
    const account = secondAddress(world.program, [utf8('pid:account'), id]);
    expect((await activate(world, fresh, { instruction: withAccount(2, account) })).error).toBe(
      '1:BadAddress',
    );
  });

  it('for the config', async () => {
    const empty = await createWorld({ config: null });
    const config = secondAddress(empty.program, [utf8('pid:config')]);
    const initialise = initialiseConfigInstruction(empty.program, empty.configArguments);
    expect((await send(empty, [withAccount(1, config)(initialise)], [empty.deployer])).error).toBe(
      '0:BadAddress',
    );
  });

  it('for a session', async () => {
    const session = await newSession(world, user);
    const seeds = [utf8('pid:session'), addressBytes(user.wallet.vault), addressBytes(session.key.address)];
    const address = secondAddress(world.program, seeds);
    expect((await register(world, user, session, { instruction: withAccount(2, address) })).error).toBe(
      '1:BadAddress',
    );
  });

  it('for the receiver’s token account, by the program that creates it', async () => {
    const mint = createMint(world);
    const source = giveTokens(world, user, mint, 5n);
    const destination = freshAddress();
    const seeds = [destination, TOKEN_PROGRAM, mint].map(addressBytes);
    const address = secondAddress(ASSOCIATED_TOKEN_PROGRAM, seeds);
    expect(address).not.toBe(findTokenAccountAddress(destination, mint).address);
    const bend = { destination, instruction: withAccount(10, address) };
    expect((await withdrawSpl(world, user, mint, bend)).error).toBe('1:InvalidSeeds');
    expect(tokenBalance(world, source)).toBe(5n);
  });
});

describe('the same account in two places', () => {
  it('is refused in every role of a withdrawal', async () => {
    const { account, vault } = user.wallet;
    const cases: [number, Address, string][] = [
      [0, vault, '1:RelayerNotSigned'],
      [1, vault, '1:BadAccount'],
      [2, account, '1:BadVault'],
      [3, vault, '1:ClientDataMismatch'],
      [4, vault, '1:BadTreasury'],
      [4, world.relayer.address, '1:BadTreasury'],
      [5, account, '1:BadConfig'],
      [6, world.config, '1:BadInstructionsSysvar'],
    ];
    for (const [index, address, error] of cases) {
      const role = index === 0 ? ROLE.writable : undefined;
      const result = await withdrawSol(world, user, { instruction: withAccount(index, address, role) });
      expect(result.error, `${index}`).toBe(error);
    }
    expect(balance(world, vault)).toBe(10n * SOL);
    expect(readUser(world, user).nonce).toBe(1n);
  });

  it('is refused as a session and its rent payer', async () => {
    const session = await openSession(world, user);
    setTime(world.svm, now(world) + 3_600n);
    expect((await close(world, user, session, withAccount(2, session.address))).error).toBe('0:BadRentPayer');
  });
});
